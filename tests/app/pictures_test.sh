#!/usr/bin/env bash
# `weir pictures`: one PNG for each camera and tier of a small scene, no two alike, and one sheet of them all; a second run writes the same.
# Skips without a software GL driver. Usage: pictures_test.sh PROGRAM
set -u
weir=$(realpath "${1:?usage: pictures_test.sh PROGRAM}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
bad=0
fault() { echo "FAIL: $*"; bad=1; }

cat >pond.scene <<'S'
[scene]
title = Pond with a crate
solver = swe
grid = 64 64
cell = 0.5
picture = 0.4
look = landscape
[terrain]
shape = bumps
height = 4
[water]
pool = 0 0 1 1 2.5
[bodies]
wood = 0.5 0.5 0 20 size 2 2 2
[camera]
eye = 0.5 12 1.4
target = 0.5 2 0.5
[camera far-1]
eye = 1.2 20 -0.2
target = 0.5 2 0.5
S
if ! "$weir" pictures here --only pond.scene --size 96x54 >out 2>err; then
  if grep -qiE 'EGL|OpenGL|offscreen' err; then echo "skipped: $(cat err)"; exit 77; fi
  fault "$(cat err)"; exit 1
fi
[ -s err ] && fault "standard error is not empty: $(cat err)"
names=()
for camera in opening far-1; do for tier in low medium high; do names+=("pond-$camera-$tier"); done; done
[ "$(ls here | sort)" = "$(printf '%s.png\n' "${names[@]}" sheet | sort)" ] || fault "other files than wanted: $(ls here | tr '\n' ' ')"
for name in "${names[@]}" sheet; do grep -q "here/$name.png" out || fault "nothing is said of $name.png: $(cat out)"; done
width_of() { od -An -j16 -N4 -tu1 "$1" | awk '{ print $3 * 256 + $4 }'; }
height_of() { od -An -j20 -N4 -tu1 "$1" | awk '{ print $3 * 256 + $4 }'; }
for name in "${names[@]}"; do
  [ "$(width_of "here/$name.png")x$(height_of "here/$name.png")" = 96x54 ] || fault "$name.png is not of 96x54 pixels"
done
[ "$(width_of here/sheet.png)" -ge $((6 * 320)) ] || fault "the sheet has no room for six thumbnails"
[ "$(cd here && cksum ./*.png | awk '{ print $1 }' | sort -u | wc -l)" -eq 7 ] || fault "two pictures are the same"
"$weir" pictures here --only pond.scene --size 96x54 --threads 1 >/dev/null 2>err || fault "into a folder that is there: $(cat err)"
cp -r here before
"$weir" pictures here --only pond.scene --size 96x54 >/dev/null 2>err || fault "a third time: $(cat err)"
diff -r here before || fault "the same command, another picture"

# Blended from eight frames, pictures are others but those of the lowest tier.
"$weir" pictures blended --only pond.scene --size 96x54 --blend 8 >/dev/null 2>err || fault "--blend: $(cat err)"
for camera in opening far-1; do
  cmp -s "here/pond-$camera-low.png" "blended/pond-$camera-low.png" || fault "--blend changes the lowest tier"
  for tier in medium high; do cmp -s "here/pond-$camera-$tier.png" "blended/pond-$camera-$tier.png" && fault "--blend changes nothing: $tier"; done
done

# The film: 4 s of each shot at 25 frames a second; the camera moves, so no two frames are the same.
"$weir" pictures --film film.png --only pool --size 97x54 >out 2>err || fault "the film: $(cat err)"
[ "$(echo film-*.png | wc -w)" -eq 100 ] || fault "4 s of film are $(echo film-*.png | wc -w) frames"
[ "$(cksum film-*.png | awk '{ print $1 }' | sort -u | wc -l)" -eq 100 ] || fault "two frames of the film are the same"
[ "$(width_of film-0100.png)x$(height_of film-0100.png)" = 96x54 ] || fault "a frame is not of 96x54 pixels"
"$weir" pictures --film none.png --only gate >out 2>err && fault "a film of a scene that it does not have"
grep -q "gate" err || fault "why there is no film: $(cat err)"
[ -e none-0001.png ] && fault "there is a film of nothing"
"$weir" pictures --film no/such/folder.png --only pool >out 2>err && fault "a film into no folder"
[ "$(wc -l <err)" -eq 1 ] || fault "a film into no folder: $(cat err)"
exit $bad
