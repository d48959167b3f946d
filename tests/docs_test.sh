#!/usr/bin/env bash
# What README.md and docs/ say is what the program and the sources are. Usage: docs_test.sh PROGRAM SOURCE_FOLDER
# No times are compared, and nothing is fetched. docs/update.sh mends tables; all else is to be mended by hand.
set -u
export LC_ALL=C
program=$1
[ -x "$program" ] || { echo "there is no program $program"; exit 1; }
cd "$2" || exit 1
temporary=$(mktemp -d) || exit 1
trap 'rm -rf "$temporary"' EXIT
bad=0
fault() { printf '%s\n' "$*"; bad=1; }
weir() { ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0" "$program" "$@" </dev/null; } # leaks are for other tests to find
pages=(README.md CHANGELOG.md docs/*.md)

# --- size ---------------------------------------------------------------------------------------------------------------

lines=$(wc -l <README.md)
[ "$lines" -le 180 ] || fault "README.md has $lines lines; at most 180 are wanted: move what is not for a first visit to docs/"

# --- links and anchors --------------------------------------------------------------------------------------------------

prose() { # file -> its text without code
  awk '/^```/ { code = !code; next } !code { gsub(/`[^`]*`/, ""); print }' "$1"
}

anchors() { # file -> one for each heading, as GitHub makes them
  awk '/^```/ { code = !code } !code && /^#+ / { sub(/^#+ /, ""); print tolower($0) }' "$1" |
    sed -E 's/\[([^]]*)\]\([^)]*\)/\1/g; s/[^a-z0-9 _-]//g; s/ /-/g'
}

links=0
for page in "${pages[@]}"; do
  while IFS= read -r target; do
    case $target in http://* | https://*) continue ;; esac
    links=$((links + 1))
    path=${target%%#*}
    file=$page
    [ -z "$path" ] || file=$(dirname "$page")/$path
    [ -e "$file" ] || { fault "$page links to $target, which is not there"; continue; }
    case $target in
      *'#'*) anchors "$file" | grep -qxF -- "${target#*#}" || fault "$page links to $target, but $file has no such heading" ;;
    esac
  done < <(prose "$page" | grep -oE '\]\([^) ]+\)' | sed 's/^](//; s/)$//')
done
[ "$links" -ge 40 ] || fault "only $links links were found in README.md and docs/: is the search broken?"

# --- options, files and names ------------------------------------------------------------------------------------------------

others="--preset --build --target --install --component --prefix --cflags --libs --static --update --system-site-packages" # cmake, pkg-config, golden_hashes, venv
options() { grep -oE '(^|[^a-zA-Z0-9-])--[a-z][a-z0-9-]*' | sed 's/^[^-]*//' | sort -u; }
{ weir --help; weir bench --help; weir bench --coupling --help; weir check --help; weir pictures --help; } >"$temporary/help" || fault "weir --help failed"
options <"$temporary/help" >"$temporary/options"
[ "$(wc -l <"$temporary/options")" -ge 30 ] || fault "the program's help has hardly any options: is the search broken?"
tr ' ' '\n' <<<"$others" >>"$temporary/options"
grep -rhoIE '[A-Za-z_][A-Za-z0-9_]*' src shaders bindings tests/CMakeLists.txt | sort -u >"$temporary/names"
[ "$(wc -l <"$temporary/names")" -ge 2000 ] || fault "src has hardly any names: is the search broken?"
# shellcheck disable=SC2016
for page in "${pages[@]}"; do
  while IFS= read -r option; do
    grep -qxF -- "$option" "$temporary/options" || fault "$page names the option $option, which no help lists"
  done < <(grep -v '^<!-- ' "$page" | options)
  while IFS= read -r path; do
    case $path in *NAME*) continue ;; esac
    [ -e "$path" ] || fault "$page names $path, which is not there"
  done < <(grep -oE '`(src|tests|docs|assets|shaders|third_party|\.ci)/[^` ]*`' "$page" | tr -d '`' | sort -u)
  [ "$page" != CHANGELOG.md ] || continue # which tells of names that may be gone
  while IFS= read -r name; do
    [ -e "$name" ] || grep -qxF -- "$name" "$temporary/names" || fault "$page names $name, which is not in src, shaders or bindings"
  done < <(grep -oE '`[A-Za-z0-9]+(_[A-Za-z0-9]+)+(\(\))?`' "$page" | tr -d '`()' | sort -u)
done

# --- the traces of one click and of one save ------------------------------------------------------------------------------------

# heading, `called` -> the trace under it: each function stands in its file; what a step is handed over in is named there and in a file before.
# With `called`, a function that has nothing handed over is named in a file of the trace up to there, beside its definition.
trace() {
  files=() queues=0
  local step function file over member
  while IFS='|' read -r _ step function file over _; do
    # shellcheck disable=SC2016
    function=$(tr -d '` ' <<<"$function") file=$(tr -d '` ' <<<"$file") member=$(grep -oE '`[^`]+`' <<<"$over" | tr -d '`')
    [ "$((step))" -eq $((${#files[@]} + 1)) ] || fault "docs/architecture.md, $1: step $((step)) should be step $((${#files[@]} + 1))"
    grep -qE "^[A-Za-z].*[ *]$function\(" "$file" 2>/dev/null || fault "docs/architecture.md, $1: $file has no function $function"
    case $over in *queue*) queues=$((queues + 1)) ;; esac
    if [ -n "$member" ]; then
      { grep -qF -- "$member" "$file" && grep -qF -- "$member" "${files[@]}"; } ||
        fault "docs/architecture.md, $1: step $((step)): $member is not in $file and in a file before it"
    elif [ "$2" = called ] && [ ${#files[@]} -gt 0 ]; then
      grep -qE "^ .*\b$function\b" "${files[@]}" "$file" || fault "docs/architecture.md, $1: no step before $((step)) calls $function"
    fi
    files+=("$file")
  done < <(awk -v heading="## $1" '/^## / { on = $0 == heading } on && /^\| *[0-9]+ *\| *`/' docs/architecture.md)
  if [ ${#files[@]} -lt 20 ] || [ ${#files[@]} -gt 40 ]; then fault "docs/architecture.md, $1: ${#files[@]} steps; 20 to 40 are wanted"; fi
}
trace "One click" ""
[ "$queues" -le 2 ] || fault "docs/architecture.md: a click goes through $queues queues; at most 2 are wanted"
trace "One save" called
crossed=$(printf '%s\n' "${files[@]}" | sort -u | wc -l)
[ "$crossed" -le 12 ] || fault "docs/architecture.md: a save goes through $crossed files; at most 12 are wanted"

# --- scenes, parameters and other lists -------------------------------------------------------------------------------------

weir --list-scenes | awk '{ print $1 }' | sort >"$temporary/scenes"
awk -F'`' '/^\| scene \|/ { table = 1 } !/^\|/ { table = 0 } table && NF > 2 { print $2 }' README.md | sort >"$temporary/told"
diff "$temporary/scenes" "$temporary/told" || fault "README.md: its table of scenes (>) is not the program's (<)"

# What the program writes in a moment: all commands between markers but those with --markdown, which are of checks and benchmarks.
mkdir "$temporary/docs"
cp README.md "$temporary/" && cp docs/*.md docs/update.sh "$temporary/docs/"
commands=0
while IFS= read -r command; do
  commands=$((commands + 1))
  WEIR=$program ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0" bash "$temporary/docs/update.sh" "$command" >/dev/null ||
    fault "docs/update.sh '$command' failed"
done < <(sed -n 's/^<!-- begin: \(.*\) -->$/\1/p' README.md docs/*.md | grep -v -e '--markdown' | sort -u)
[ "$commands" -ge 3 ] || fault "docs/: only $commands lists stand between markers; parameters, scenes and known answers are wanted"
for page in README.md docs/*.md; do
  diff "$page" "$temporary/$page" || fault "$page: what the program prints (>) is not what stands there (<); docs/update.sh list"
done

# --- examples -----------------------------------------------------------------------------------------------------------------

block() { # file, language -> what its code blocks of that language have in them
  awk -v begin="\`\`\`$2" '$0 == begin { on = 1; next } /^```/ { on = 0 } on' "$1"
}
block docs/library.md c >"$temporary/all.c"
lines=$(wc -l <tests/examples/float.c)
diff tests/examples/float.c <(head -n "$lines" "$temporary/all.c") || fault "docs/library.md: its first example (>) is not tests/examples/float.c (<)"
# The others are parts of a game.
{ cat tests/examples/snippets.h; tail -n +"$((lines + 1))" "$temporary/all.c"; } >"$temporary/snippets.c"
[ "$(grep -c '^static' "$temporary/snippets.c")" -ge 8 ] || fault "docs/library.md has hardly any snippets: is the search broken?"
cc -std=c17 -Wall -Wextra -Wno-unused-function -Werror -fsyntax-only -Isrc "$temporary/snippets.c" || fault "docs/library.md: a snippet does not compile"
block README.md c >"$temporary/part.c"
[ -s "$temporary/part.c" ] || fault "README.md has no example in C"
while IFS= read -r line; do
  grep -qxF -- "$line" tests/examples/float.c || fault "README.md: tests/examples/float.c has no line '$line'"
done <"$temporary/part.c"
package() { grep -E '^    (cmake --|find_package|target_link_libraries|export PKG_CONFIG_PATH|cc -o game)' "$1"; }
diff <(package README.md) <(package docs/library.md) || fault "README.md (<) and docs/library.md (>) tell of the package in other lines"
block docs/scenes.md ini >"$temporary/example.scene"
[ -s "$temporary/example.scene" ] || fault "docs/scenes.md has no example"
weir "$temporary/example.scene" --headless --steps 2 || fault "docs/scenes.md: its example does not run"

# --- weir.sh ------------------------------------------------------------------------------------------------------------

cp weir.sh "$temporary" && bash "$temporary/weir.sh" --help >"$temporary/help" 2>/dev/null </dev/null || fault "weir.sh --help fails where nothing is built"
grep -q 'weir.sh test' "$temporary/help" || fault "weir.sh --help does not say what it can do"

exit $bad
