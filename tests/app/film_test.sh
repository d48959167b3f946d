#!/usr/bin/env bash
# Films of a run without a window: as many frames as promised, each of its exact time, and showing what a picture of that moment shows; the
# run is the same with and without; what cannot be written leaves nothing behind. Skips without a software GL driver.
# Usage: film_test.sh PROGRAM FRAMES (the program made from film_frames.c) FILMS (ON: the build has ffmpeg's libraries)
set -u
weir=$(realpath "${1:?usage: film_test.sh PROGRAM FRAMES FILMS}")
frames=$(realpath "$2")
films=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
bad=0
fault() { echo "FAIL: $*"; bad=1; }

# Crates that fall into a pond: no two frames are alike.
cat >pond.scene <<'S'
[scene]
title = Pond with a crate
solver = swe
grid = 64 64
cell = 0.5
look = landscape
[terrain]
shape = bumps
height = 4
[water]
pool = 0 0 1 1 2.5
[bodies]
wood = 0.5 0.5 0 20 size 4 4 4
wood = 0.3 0.6 4 60 size 6 6 6
stone = 0.7 0.7 6 10 size 5 5 5
[camera]
eye = 0.5 12 1.4
target = 0.5 2 0.5
S
run() { "$weir" pond.scene --headless --size 160x90 --set quality=0 "$@" >out 2>err </dev/null; }

if ! run --seconds 2 --record film.png --stats film.json; then
  if grep -qiE 'EGL|OpenGL|offscreen' err; then echo "skipped: $(cat err)"; exit 77; fi
  fault "$(cat err)"; exit 1
fi
[ -s err ] && fault "standard error is not empty: $(cat err)"
[ "$(echo film-*.png | wc -w)" -eq 60 ] || fault "2 s at 30 a second are $(echo film-*.png | wc -w) pictures, not 60"
[ -e film-0060.png ] || fault "there is no film-0060.png"

# Frame 30 is the state after 1 s, and frame 0 the beginning. The film's picture has foam that was followed at each frame, the single one
# at each tenth of a second: that is what 40 dB leave room for; a frame earlier or later has 31.
alike() { # alike LEAST A B, in tenths of a dB
  local db
  db=$("$frames" psnr "$2" "$3") || { fault "$2 and $3 cannot be compared"; return; }
  echo "$2 and $3: $db tenths of a dB"
  [ "$db" -ge "$1" ] || fault "$2 is not what $3 is: $db tenths of a dB, not $1"
}
run --steps 50 --screenshot second.png || fault "$(cat err)"
alike 400 film-0031.png second.png
run --steps 0 --screenshot zeroth.png || fault "$(cat err)"
alike 400 film-0001.png zeroth.png

# The water knows nothing of it.
run --seconds 2 --stats plain.json || fault "$(cat err)"
hash_of() { grep -o '"state_hash": "[^"]*"' "$1"; }
[ -n "$(hash_of plain.json)" ] && [ "$(hash_of plain.json)" = "$(hash_of film.json)" ] || fault "filming changes the run"

# Other rates, and runs that end by steps: frame n shows second n / fps, so that as many lie before the end. A tick is 0.02 s.
count() { # count WANTED ARGUMENTS...
  rm -f other-*.png
  run --record other.png "${@:2}" || fault "${*:2}: $(cat err)"
  set -- "$1" "$(find . -name 'other-*.png' | wc -l)" "${*:2}"
  [ "$1" -eq "$2" ] || fault "$3: $2 pictures, not $1"
}
count 6 --steps 10
count 10 --steps 10 --fps 50
count 1 --seconds 0.2 --fps 1
count 24 --seconds 0.2 --fps 120
count 7 --seconds 0.28 --fps 25 --size 161x91

# A frame between two ticks lies between their states: as far from the one as from the other, and not the same as the later one.
rm -f other-*.png
run --seconds 0.52 --fps 100 --record other.png || fault "$(cat err)"
before=$("$frames" psnr other-0049.png other-0050.png) after=$("$frames" psnr other-0050.png other-0051.png)
echo "a frame between two ticks: $before tenths of a dB to the state before, $after to the one after"
[ $((after > before ? after - before : before - after)) -le 60 ] || fault "a frame between two ticks is not between their states"

if [ "$films" != ON ]; then
  run --seconds 0.2 --record pond.mp4 || fault "$(cat err)"
  [ "$(wc -l <err)" -eq 1 ] && grep -q 'numbered pictures' err || fault "without a film's library, not one line that says so: $(cat err)"
  [ -e pond-0006.png ] && [ ! -e pond.mp4 ] || fault "without a film's library: no numbered pictures"
  exit $bad
fi

# The film is the same pictures, as near as its quality lets them be (some 36 dB at this size; upside down it is below 20), and nearer to
# them than to those one earlier or later.
run --seconds 2 --record film.mp4 || fault "$(cat err)"
[ -s err ] && fault "standard error is not empty: $(cat err)"
"$frames" film film.mp4 30 60 film 300 || fault "film.mp4 is not the pictures"
run --seconds 2 --fps 12 --record slow.mp4 || fault "$(cat err)"
count 24 --seconds 2 --fps 12
"$frames" film slow.mp4 12 24 other 300 || fault "slow.mp4 is not the pictures"

# What cannot be written: one line, exit status 1, and what was there stays as it was.
rejects() { # rejects NAMED ARGUMENTS...
  local status=0
  run "${@:2}" || status=$?
  [ "$status" -eq 1 ] || fault "${*:2}: exit status $status, not 1"
  [ "$(wc -l <err)" -eq 1 ] && grep -q "^weir: .*$1" err || fault "${*:2}: not one line that names $1: $(cat err)"
}
mkdir there
if [ -c /dev/full ]; then
  ln -s /dev/full there/full.mp4
  rejects full.mp4 --seconds 0.5 --record there/full.mp4
  rm there/full.mp4
fi
rejects 'too short' --steps 0 --record there/none.mp4
echo kept >there/none.mp4
rejects 'too short' --steps 0 --record there/none.mp4
[ "$(cat there/none.mp4)" = kept ] || fault "a film that failed took the place of what was there"
[ "$(ls there)" = none.mp4 ] || fault "something is left: $(ls there)"
exit $bad
