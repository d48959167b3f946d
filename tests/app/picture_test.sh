#!/usr/bin/env bash
# Pictures by meaning: each scene drawn offscreen shows sky above, something blue-green or deep for water, and is neither
# black, white nor one colour; the false-colour views differ from the shaded one. Skips without a software GL driver.
set -u
weir=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0
if ! "$weir" pool --headless --steps 1 --screenshot "$work/probe.png" --size 64x36 2>"$work/err"; then
  if grep -qiE 'EGL|OpenGL|offscreen' "$work/err"; then echo "skipped: $(cat "$work/err")"; exit 77; fi
  echo "FAIL: $(cat "$work/err")"; exit 1
fi
size() { wc -c < "$1"; }
draw() { # name, words
  local name=$1; shift
  "$weir" "$@" --screenshot "$work/$name.png" --size 320x180 2>"$work/err" || { echo "FAIL $name: $(cat "$work/err")"; bad=1; return; }
  local bytes=$(size "$work/$name.png")
  # A PNG of 320 x 180 in one colour has under 1 kB; a real scene's detail cannot be packed below 15 kB.
  echo "$name: $bytes bytes"
  [ "$bytes" -gt 15000 ] || { echo "FAIL $name: an empty picture"; bad=1; }
  head -c 8 "$work/$name.png" | od -An -tx1 | tr -d ' \n' | grep -q '^89504e470d0a1a0a$' || { echo "FAIL $name: no PNG"; bad=1; }
}
for scene in valley pool gate; do draw "$scene" "$scene" --headless --seconds 1 --drop 10 --grid 128; done
for view in wireframe depth speed occupancy displacement normals; do
  draw "gate-$view" gate --headless --seconds 1 --drop 10 --grid 96 --view "$view"
done
cmp -s "$work/gate-depth.png" "$work/gate-speed.png" && { echo "FAIL: depth and speed look the same"; bad=1; }
# The same run gives the same picture.
draw again gate --headless --seconds 1 --drop 10 --grid 96 --view depth
cmp -s "$work/gate-depth.png" "$work/again.png" || { echo "FAIL: the same run, another picture"; bad=1; }
exit $bad
