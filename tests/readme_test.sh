#!/usr/bin/env bash
# What the README shows of the program is what the program says: its parameters, its example, and the files it names.
set -u
weir=$1
cd "$2" || exit 1
bad=0
"$weir" --list-params | while IFS= read -r line; do
  grep -qxF -- "$line" README.md || { echo "README lacks: $line"; exit 1; }
done || bad=1
while IFS= read -r line; do
  [ -z "$line" ] || grep -qxF -- "$line" README.md || { echo "README's example lacks: $line"; bad=1; }
done < tests/examples/float.c
for path in $(grep -oE '\]\([a-z_./A-Z-]+\)' README.md | tr -d '()]'); do
  [ -e "$path" ] || { echo "README names $path, which is not there"; bad=1; }
done
for scene in $("$weir" --list-scenes | awk '{print $1}'); do
  grep -q "\`$scene\`" README.md || { echo "README says nothing of the scene $scene"; bad=1; }
done
exit $bad
