#!/usr/bin/env bash
# The package for Python, built from this build's library and tried (python_test.py); the picture of the known answers where there is matplotlib.
#   python_test.sh SOURCE BUILD PYTHON SCRIPT
set -u
source=$1 build=$2 python=$3
export SCRIPT=$4 WEIR_BUILD=$build PYTHONDONTWRITEBYTECODE=1
missing=$("$python" -c '
import importlib.util, sys
print(*[name for name in ("cffi", "numpy", "setuptools") if not importlib.util.find_spec(name)])')
[ -z "$missing" ] || { echo "skipped: Python has no $missing (Debian: python3-cffi python3-numpy python3-setuptools)"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# In a copy: the checkout may be read-only.
cp -r "$source/bindings/python" "$work/package" && cd "$work/package" || exit 1
"$python" setup.py -q build --build-base "$work/build" --build-lib "$work/lib" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
grep -B2 -A8 'warning: ' "$work/log" | grep -v byte-compiling | grep -A8 'pins\.c\|weir_' && { echo "the compiler warns"; exit 1; }
export PYTHONPATH=$work/lib
cd "$work" || exit 1
"$python" "$source/tests/bindings/python_test.py" || exit 1

. "$source/tests/bindings/page.sh"
block python >page.py && "$python" page.py >out || exit 1
same out

lines=$(wc -l <"$source/bindings/python/examples/known_answers.py")
[ "$lines" -le 40 ] || { echo "known_answers.py has $lines lines; 40 are promised"; exit 1; }
"$python" -c 'import matplotlib' 2>"$work/log" || { echo "not run: known_answers.py, as there is no matplotlib"; exit 0; }
# The limits of weir check, which has the same cases.
MPLBACKEND=Agg "$python" - "$source/bindings/python/examples/known_answers.py" "$work/known.png" <<'EOF' || exit 1
import runpy, sys
script = sys.argv.pop(1)
cases = runpy.run_path(script)["cases"]
errors = [abs(got - exact).mean() / scale for _, _, got, exact, scale, _ in cases.values()]
print("known_answers.py: mean errors of", ", ".join(f"{error:.3%}" for error in errors))
sys.exit(not all(error <= limit for error, limit in zip(errors, (0.03, 0.03, 0.005), strict=True)))
EOF
[ "$(stat -c %s "$work/known.png")" -gt 20000 ] || { echo "known_answers.py has drawn next to nothing"; exit 1; }
