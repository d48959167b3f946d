#!/usr/bin/env bash
# Pictures by meaning: a lake with two bodies shows sky above, water and each body at its place, and looks otherwise without them; no
# picture is of one colour; the false-colour views differ from each other. Every scene's picture: golden/pictures. Skips without a
# software GL driver.
# Usage: picture_test.sh PROGRAM REGIONS (the program made from regions.c)
set -u
weir=$1
regions=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0
if ! "$weir" pool --headless --steps 1 --screenshot "$work/probe.png" --size 64x36 2>"$work/err"; then
  if grep -qiE 'EGL|OpenGL|offscreen' "$work/err"; then echo "skipped: $(cat "$work/err")"; exit 77; fi
  echo "FAIL: $(cat "$work/err")"; exit 1
fi
size() { wc -c < "$1"; }

# A lake seen from its south side: wood to the west, stone to the east; and the same without bodies.
cat >"$work/lake.scene" <<'S'
[scene]
title = Lake
solver = pipe
grid = 64 64
cell = 0.5
look = landscape
around = hills
[terrain]
shape = flat
base = 0
ground = 0 0 1 0.1 3
[water]
pool = 0 0.1 1 1 2
[bodies]
wood = 0.3 0.5 0 0 size 3 3 3 set
stone = 0.7 0.5 0 0 size 3 4 3 set
[camera]
eye = 0.5 9 1.45
target = 0.5 3 0.5
view = 50
S
sed '/^wood\|^stone/d' "$work/lake.scene" >"$work/empty.scene"
for name in lake empty; do
  "$weir" "$work/$name.scene" --headless --seconds 0.5 --screenshot "$work/$name.png" --size 320x180 2>"$work/err" ||
    { echo "FAIL $name: $(cat "$work/err")"; bad=1; }
  # the top of the sky, the lake before the bodies, the middles of wood and stone
  { read -r sky; read -r water; read -r wood; read -r stone; } < <("$regions" "$work/$name.png" 20 10 300 30  60 115 260 135  \
    112 89 128 95  194 85 206 95)
  echo "$name: sky $sky, water $water, wood $wood, stone $stone"
  eval "${name}_sky=(\$sky) ${name}_water=(\$water) ${name}_wood=(\$wood) ${name}_stone=(\$stone)"
done
holds() { # holds WHAT EXPRESSION
  (($2)) || { echo "FAIL: $1: not $2"; bad=1; }
}
apart() { # apart WHAT LEAST R G B R G B: by so much at least, all three together
  local by=0 n
  local -a c=("${@:3}")
  for n in 0 1 2; do by=$((by + (c[n] > c[n + 3] ? c[n] - c[n + 3] : c[n + 3] - c[n]))); done
  [ "$by" -ge "$2" ] || { echo "FAIL: $1: $by apart, not $2"; bad=1; }
}
holds "the sky is bright" "lake_sky[2] > 90"
holds "the sky is blue" "lake_sky[2] > lake_sky[0] + 20"
holds "the lake is blue or green" "lake_water[1] > lake_water[0] + 5 && lake_water[2] > lake_water[0] + 5"
apart "wood is where it floats" 70 "${lake_wood[@]}" "${empty_wood[@]}"
apart "stone is where it stands" 40 "${lake_stone[@]}" "${empty_stone[@]}"
holds "wood is brown" "lake_wood[0] > lake_wood[2] + 10"
# A block of stone that falls in throws water up: white before the far shore, where without spray the shore is seen.
sed 's/^wood.*/stone = 0.5 0.5 6 0 size 3 3 3/; /^stone.*set$/d' "$work/lake.scene" >"$work/stone.scene"
for spray in 0 1; do
  "$weir" "$work/stone.scene" --headless --seconds 1.5 --set spray=$spray --screenshot "$work/spray$spray.png" --size 320x180 2>"$work/err" ||
    { echo "FAIL spray $spray: $(cat "$work/err")"; bad=1; }
  read -ra seen < <("$regions" "$work/spray$spray.png" 140 74 180 92)
  echo "spray $spray: above the stone ${seen[*]}"
  [ "$spray" = 1 ] && holds "spray is white and is drawn" "seen[0] > calm[0] + 15 && seen[1] > calm[1] + 8"
  calm=("${seen[@]}")
done
# A picture without a window remembers as a window does: two centimetres of water have dried up within four seconds, level ground is wet
# for sixty more, and then as if there had been none. Of the last run's 67 s the last 15 are followed for its picture.
cat >"$work/sheet.scene" <<'S'
[scene]
title = Sheet
solver = pipe
grid = 64 64
cell = 0.5
look = landscape
[terrain]
shape = flat
base = 0
[water]
pool = 0 0 1 1 0.02
[camera]
eye = 0.5 9 1.45
target = 0.5 0 0.5
[params]
evaporation = 20000
S
sed '/^pool/d' "$work/sheet.scene" >"$work/bare.scene"
ground() { # name, scene, seconds
  "$weir" "$work/$2.scene" --headless --seconds "$3" --screenshot "$work/$1.png" --size 320x180 2>"$work/err" ||
    { echo "FAIL $1: $(cat "$work/err")"; bad=1; }
  read -ra seen < <("$regions" "$work/$1.png" 60 100 260 160)
  echo "$1: ground ${seen[*]}"
}
ground bare bare 5; bare=("${seen[@]}")
ground wet sheet 5; apart "the ground is wet for a while" 20 "${seen[@]}" "${bare[@]}"
ground dried sheet 67
for n in 0 1 2; do holds "the ground has dried" "seen[n] - bare[n] <= 3 && bare[n] - seen[n] <= 3"; done
draw() { # name, words
  local name=$1; shift
  "$weir" "$@" --screenshot "$work/$name.png" --size 320x180 2>"$work/err" || { echo "FAIL $name: $(cat "$work/err")"; bad=1; return; }
  local bytes=$(size "$work/$name.png")
  # A PNG of 320 x 180 in one colour has under 1 kB; a real scene's detail cannot be packed below 15 kB.
  echo "$name: $bytes bytes"
  [ "$bytes" -gt 15000 ] || { echo "FAIL $name: an empty picture"; bad=1; }
  head -c 8 "$work/$name.png" | od -An -tx1 | tr -d ' \n' | grep -q '^89504e470d0a1a0a$' || { echo "FAIL $name: no PNG"; bad=1; }
}
draw valley valley --headless --seconds 1 --drop 10 --grid 128
for view in wireframe depth speed occupancy displacement normals; do
  draw "gate-$view" gate --headless --seconds 1 --drop 10 --grid 96 --view "$view"
done
cmp -s "$work/gate-depth.png" "$work/gate-speed.png" && { echo "FAIL: depth and speed look the same"; bad=1; }
# Named cameras: `opening` is the one without a name, each other stands elsewhere.
quick=(pool --headless --steps 20 --grid 96)
draw unnamed "${quick[@]}"
draw opening "${quick[@]}" --camera opening
cmp -s "$work/unnamed.png" "$work/opening.png" || { echo "FAIL: --camera opening is not the picture without a camera"; bad=1; }
for camera in low under; do
  draw "$camera" "${quick[@]}" --camera "$camera"
  cmp -s "$work/opening.png" "$work/$camera.png" && { echo "FAIL: the camera $camera shows what the opening one does"; bad=1; }
done
# The fly-by stands between two cameras at other times than those at which it passes one.
draw flyby "${quick[@]}" --flyby
for camera in unnamed low; do
  cmp -s "$work/$camera.png" "$work/flyby.png" && { echo "FAIL: --flyby shows what --camera $camera does"; bad=1; }
done
# The same run gives the same picture.
draw again gate --headless --seconds 1 --drop 10 --grid 96 --view depth
cmp -s "$work/gate-depth.png" "$work/again.png" || { echo "FAIL: the same run, another picture"; bad=1; }
# While a picture takes long, a person at a terminal sees how far it is; nothing else does.
for seconds in 3 10 30 300 3000; do # the first that takes this machine longer than a second
  [ -x /usr/bin/python3 ] || break
  /usr/bin/python3 -c 'import os; os.openpty()' 2>/dev/null || { echo "not run: what a terminal shows, as none can be opened here"; break; }
  long=(gate --headless --seconds $seconds --grid 256 --screenshot "$work/long.png" --size 64x36)
  /usr/bin/python3 - "$weir" "${long[@]}" >"$work/terminal" <<'PY'
import os, pty, sys
pid, terminal = pty.fork()
if pid == 0: os.execv(sys.argv[1], sys.argv[1:])
try:
    while block := os.read(terminal, 4096): os.write(1, block)
except OSError: pass
os.waitpid(pid, 0)
PY
  told=0
  grep -q 'gate: .* s simulated, .* %, .* left' "$work/terminal" || continue
  told=1
  grep -q 'gate: .* s simulated in .* steps, in .* x real time); state [0-9a-f]*' "$work/terminal" ||
    { echo "FAIL: a terminal shows no last line: $(tail -c 300 "$work/terminal")"; bad=1; }
  "$weir" "${long[@]}" 2>"$work/err"
  [ -s "$work/err" ] && { echo "FAIL: progress is told where no terminal is: $(head -c 300 "$work/err")"; bad=1; }
  break
done
[ "${told:-1}" -eq 1 ] || { echo "FAIL: a terminal shows no progress: $(head -c 300 "$work/terminal")"; bad=1; }
exit $bad
