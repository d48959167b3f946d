#!/usr/bin/env bash
# The commands of docs/bindings.md for Python, as a user with sudo gives them in a minimal Debian, pip without network; and the page's program.
#   tests/fresh/python_test.sh bookworm|trixie
# Exit status: 0; 1 when a command did not do as it should; 77 when this machine does not let a root be made.
set -euo pipefail
suite=${1:?usage: python_test.sh bookworm|trixie}
source=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)

name=python_test.sh
# shellcheck source=tests/fresh/root.sh
. "$source/tests/fresh/root.sh"
git -c safe.directory='*' -C "$source" bundle create -q "$root/weir.bundle" HEAD
within root 'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends git sudo' >/dev/null 2>&1
within root 'useradd --create-home --shell /bin/bash visitor && echo "visitor ALL=(ALL) NOPASSWD: ALL" >/etc/sudoers.d/visitor'
within visitor 'git clone -q /weir.bundle weir 2>/dev/null && cd weir && git log -1 --format="%h %s"'

commands=$(sed -nE 's/^    (sudo apt-get install gcc .*|python3 -m venv .*|water\/bin\/pip install .*)$/\1/p' "$source/docs/bindings.md")
[ "$(wc -l <<<"$commands")" = 3 ] || { say "docs/bindings.md has not its three commands: $commands"; exit 1; }
while read -r command; do
  started=$SECONDS
  case "$command" in
    sudo*) within visitor "cd weir && ${command/install/install -y}" >"$root/log" 2>&1 </dev/null || { tail -20 "$root/log"; exit 1; } ;;
    *) unshare --net bash -c "$(declare -f within); root='$root' within visitor 'cd weir && $command'" </dev/null || exit 1 ;;
  esac
  say "$command: $((SECONDS - started)) s"
done <<<"$commands"
awk '$0 == "```python" { on = 1; next } /^```/ { on = 0 } on' "$source/docs/bindings.md" >"$root/home/visitor/page.py"
within visitor 'weir/water/bin/python page.py' </dev/null
# All tests of bindings/python but the one that needs a program of C's beside it.
within visitor 'cd weir && water/bin/python tests/bindings/python_test.py Views Life Calls Whole.test_nothing_of_the_library_is_missing' </dev/null
say "$SECONDS s in all"
