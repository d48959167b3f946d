#!/usr/bin/env bash
# The scenes' pictures at the two lower tiers against a table of their blocks' mean colours (pictures.c says how far apart they may
# be, and why). After a change of the picture that is meant: pictures_test.sh ... --update, look at the pictures, say why in the commit.
# Skips without a software GL driver. Usage: pictures_test.sh PROGRAM TOOL TABLE [--update]
set -u
weir=$1
tool=$2
table=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for scene in $("$weir" --list-scenes | awk '{print $1}'); do
  for tier in 0 1; do
    if ! "$weir" "$scene" --headless --seconds 1 --size 320x180 --set quality=$tier --screenshot "$work/p.png" 2>"$work/err"; then
      if grep -qiE 'EGL|OpenGL|offscreen' "$work/err"; then echo "skipped: $(cat "$work/err")"; exit 77; fi
      echo "FAIL $scene: $(cat "$work/err")"; exit 1
    fi
    "$tool" "$scene-$tier" "$work/p.png" >>"$work/table" || exit 1
  done
done
[ "${4-}" = --update ] && exec cp "$work/table" "$table"
"$tool" --compare "$table" "$work/table"
