#!/bin/bash
# The command line's promises: whatever is wrong, one line on standard error names it, the exit status is 1 (the world
# failed) or 2 (the command line was wrong), and nothing crashes. Usage: cli_test.sh PROGRAM
set -u
program=$(realpath "${1:?usage: cli_test.sh PROGRAM}")
assets=$(realpath "$(dirname "$0")/../../assets")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
unset DISPLAY WAYLAND_DISPLAY
failures=0
checks=0

fail() {
  echo "FAIL: $*"
  failures=$((failures + 1))
}

# rejects STATUS WORD... -- ARGUMENTS: exits so, with one line that begins with "weir: " and has each word.
rejects() {
  local status=$1 words=()
  shift
  while [ "$1" != -- ]; do words+=("$1"); shift; done
  shift
  checks=$((checks + 1))
  timeout 300 "$program" "$@" >out 2>err </dev/null
  local got=$? word
  [ $got -eq "$status" ] || fail "weir $* : status $got, not $status: $(head -c 300 err)"
  [ "$(wc -l <err)" -eq 1 ] || fail "weir $* : $(wc -l <err) lines on standard error, not 1: $(head -c 300 err)"
  grep -q '^weir: ' err || fail "weir $* : does not begin with 'weir: '"
  for word in "${words[@]}"; do grep -qF -- "$word" err || fail "weir $* : '$word' is not named: $(cat err)"; done
  [ -s out ] && fail "weir $* : prints on standard output all the same"
  return 0
}

accepts() {
  checks=$((checks + 1))
  timeout 600 "$program" "$@" >out 2>err </dev/null
  local got=$?
  [ $got -eq 0 ] || fail "weir $* : status $got, not 0: $(head -c 300 err)"
  [ -s err ] && fail "weir $* : standard error is not empty: $(head -c 300 err)"
  return 0
}

quick=(pool --grid 32 --headless --steps 2)

echo "words that do not exist"
rejects 2 --sets -- --sets gravity=1
rejects 2 --head --headless -- --headles
rejects 2 --save .weir -- --save a
rejects 2 --load -- --load a --resume
rejects 2 --replay -- --replay a --load b
rejects 2 --load gate -- gate --load a
rejects 2 --load --grid -- --load a --grid 32
rejects 2 --replay --set -- --replay a --set gravity=3
rejects 2 --log-input -- --log-input ''
rejects 2 --compare pipe,swe -- --compare pipe
rejects 2 --compare swim membrane -- --compare pipe,swim
rejects 2 --compare gravitie -- --compare gravity=3,gravitie=4
rejects 2 --compare --seconds -- pool --headless --compare pipe,swe
rejects 2 -x -- -x
rejects 2 gate pool -- pool gate
rejects 1 nowhere valley pool gate -- nowhere --headless --steps 1
rejects 1 'did you mean river' -- rivr --headless --steps 1
rejects 1 'no scene' river -- '' --headless --steps 1
rejects 1 'weir doctor is a command' -- docter --headless --steps 1
for command in doctor manual completion; do rejects 2 "weir $command --help" -- $command now; done
rejects 2 --water-level --terrain -- pool --water-level 3
for level in '' full 1e9 nan; do rejects 2 --water-level none -- --terrain a.png --water-level "$level"; done
rejects 2 65535 -- --terrain a.png --terrain-height 65536
rejects 2 --solver swimming membrane pipe -- --solver swimming
rejects 2 --camera nowhere pool opening low -- pool --camera nowhere --headless --steps 1
rejects 2 --flyby low -- pool --camera low --flyby --headless --steps 1
rejects 2 --camera -- pool --headless --steps 1 --camera ''
rejects 2 --view inside shaded -- --view inside

echo "values out of range, or no values"
rejects 2 --grid 12x 16 8192 -- --grid 12x
for grid in 15 8193 0 -5 64x 64x8 x64 64x64x64 99999999999999 64.5 nan ''; do rejects 2 --grid -- --grid "$grid"; done
rejects 2 --grid -- --grid
for threads in 0 257 2.5 two 1e2 ''; do rejects 2 --threads -- --threads "$threads"; done
for seed in -1 18446744073709551616 1x ''; do rejects 2 --seed -- --seed "$seed"; done
for cell in 0 -1 nan inf 1e9 0x10 ' 1' 1m; do rejects 2 --cell -- --cell "$cell"; done
for drop in -1 1025 3.5; do rejects 2 --drop -- --drop "$drop"; done
for release in -1 soon; do rejects 2 --release -- --release "$release"; done
for seconds in -1 nan inf 1e8 5s; do rejects 2 --seconds -- --seconds "$seconds"; done
for size in 640 640x 15x640 640x9000 axb; do rejects 2 --size -- --size "$size"; done
rejects 2 --terrain-height -- --terrain-height=-3
for liquid in '' beer Water 7; do rejects 2 --liquid mercury -- --liquid "$liquid"; done
for sides in '' opne 'open 3' level 'level x' 'level 1 1' 'level 1 1 0' inflow 'inflow 1 -1' 'inflow nan' 'wave 1' 'wave 1 1 0' 'zero zero'; do
  rejects 2 --sides sponge -- --sides "$sides"
done
for simd in '' avx SSE2 neon; do rejects 2 --simd sse2 -- --simd "$simd"; done
rejects 2 --steps -- --steps=-1
rejects 2 --headless --steps --seconds -- --headless
rejects 2 --headless yes -- --headless=yes
rejects 2 --screenshot .png -- --screenshot a.jpg
for film in a.avi .mp4 mp4 ''; do rejects 2 --record .mp4 .png -- --record "$film"; done
for fps in 0 241 29.97 fast ''; do rejects 2 --fps 240 -- --record a.mp4 --fps "$fps"; done
rejects 2 --fps --record -- "${quick[@]}" --fps 30
for most in 0 1001 many; do rejects 2 --fps-max 1000 -- --fps-max "$most"; done
rejects 2 --fps-max --headless -- "${quick[@]}" --fps-max 30
for set in gravity gravity= =3 gravity=fast gravity=1e9 gravity=nan gravity=1,5 stencil=7; do rejects 2 --set -- --set "$set"; done
rejects 2 gravty gravity -- --set gravty=3

echo "files that cannot be read"
mkdir dir
: >empty.png
echo "This is no image." >text.png
base64 -d >one.png <<'PNG'
iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==
PNG
# An 8 x 8 grey PNG, cut off within its pixels.
base64 -d >cut.png <<'PNG'
iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAAAAADhZOFXAAAAK0lEQVR4nA==
PNG
printf '\x89PNG\r\n\x1a\n' >head.png
head -c 5000 /dev/urandom >noise.png
for image in missing.png empty.png text.png one.png cut.png head.png noise.png dir; do
  rejects 1 "$image" -- --terrain "$image" --grid 32 --headless --steps 1
done

echo "pictures without a world, and terrain of other formats"
cp "$assets/pictures/ford.jpg" ford.jpg
cp "$assets/icon.png" icon.png
for picture in ford.jpg icon.png; do
  rejects 1 "$picture" 'without a world' "--terrain $picture" -- "$picture" --headless --steps 1
  rejects 1 "$picture" 'without a world' "--terrain $picture" -- --load "$picture" --headless --steps 1
done
printf 'ncols 4\nnrows 4\n' >hill.asc
printf 'II*\0        ' >hill.tif
head -c 2884800 /dev/zero >N36W085.hgt
head -c 8448 /dev/zero >sea.r16
printf 'CDF\1        ' >hill.nc
printf 'v/1\1        ' >hill.exr
rejects 1 'ESRI ASCII' 'cannot hold 4 x 4' -- --terrain hill.asc --headless --steps 1
rejects 1 GeoTIFF -- --terrain hill.tif --headless --steps 1
rejects 1 SRTM '1201 x 1201' -- --terrain N36W085.hgt --headless --steps 1
rejects 1 raw --terrain-size -- --terrain sea.r16 --headless --steps 1
rejects 1 raw --terrain-size -- --terrain sea.r16 --terrain-size 65x65 --headless --steps 1
rejects 1 NetCDF gdal_translate -- --terrain hill.nc --headless --steps 1
rejects 1 OpenEXR gdal_translate -- --terrain hill.exr --headless --steps 1
rejects 2 --nodata 'fill, sea, wall' -- --terrain hill.asc --nodata hole --headless --steps 1
rejects 2 --terrain-size -- pool --terrain-size 4x4 --headless --steps 1

# tells WORD... -- ARGUMENTS: succeeds, with one line on standard error that has each word.
tells() {
  local words=() word
  while [ "$1" != -- ]; do words+=("$1"); shift; done
  shift
  checks=$((checks + 1))
  timeout 300 "$program" "$@" >out 2>err </dev/null || fail "weir $* : $(head -c 300 err)"
  [ "$(wc -l <err)" -eq 1 ] || fail "weir $* : $(wc -l <err) lines on standard error, not 1: $(head -c 300 err)"
  for word in "${words[@]}"; do grep -qF -- "$word" err || fail "weir $* : '$word' is not told: $(cat err)"; done
}

echo "a ground of one's own"
cp "$assets/heightmaps/jacksboro-dem.png" dem.png
tells '403 x 344 pixels' '384 x 328 m' '384 x 328 cells of 1 m' 'heights 0 to 60 m' -- --terrain dem.png --terrain-height 60 --headless --steps 1 --stats -
grep -q '"bodies": 0,' out || fail "bodies lie on a ground of one's own: $(grep bodies out)"
tells '64 x 55 cells' 'water up to 20 m' -- --terrain dem.png --grid 64 --water-level 20 --headless --steps 1
tells 'colour picture' -- --terrain ford.jpg --grid 64 --headless --steps 1
tells dem.png -- --terrain dem.png --grid 32 --headless --seconds 0.1 --compare swe,pipe

echo "scenes with faults"
scene() { printf '%s\n' "[scene]" "title = T" "solver = pipe" "grid = 32 32" "cell = 1" "[water]" "$1" >broken.scene; }
scene 'pool = 0 0 1 1 deep'; rejects 1 broken.scene:7 deep -- broken.scene --headless --steps 1
scene 'pond = 0 0 1 1 2'; rejects 1 broken.scene:7 pond -- broken.scene --headless --steps 1
scene 'pool = 0 0 1'; rejects 1 broken.scene:7 pool -- broken.scene --headless --steps 1
scene '[weather]'; echo 'sun = 1' >>broken.scene; rejects 1 broken.scene weather -- broken.scene --headless --steps 1
scene 'nothing at all'; rejects 1 broken.scene:7 -- broken.scene --headless --steps 1
printf '[scene]\ngrid = 32 32\n[terrain]\nimage = gone.png\n' >broken.scene
rejects 1 gone.png -- broken.scene --headless --steps 1
rejects 1 empty.scene -- empty.scene --headless --steps 1
: >empty.scene
rejects 1 empty.scene -- empty.scene --headless --steps 1
head -c 3000 /dev/urandom >noise.scene
rejects 1 noise.scene -- noise.scene --headless --steps 1
rejects 1 dir -- dir --headless --steps 1

echo "places that cannot be written"
rejects 1 nowhere/s.json -- "${quick[@]}" --stats nowhere/s.json
rejects 1 dir -- "${quick[@]}" --stats dir
rejects 1 nowhere/a.png -- "${quick[@]}" --screenshot nowhere/a.png
rejects 1 nowhere/a -- "${quick[@]}" --record nowhere/a.mp4
rejects 1 nowhere/a-0001.png -- "${quick[@]}" --record nowhere/a.png
[ -e /dev/full ] && rejects 1 /dev/full -- "${quick[@]}" --stats /dev/full

echo "known answers"
rejects 2 --cases -- check --cases ritter
rejects 2 riter --list -- check --case ritter,riter
rejects 2 --case -- check --case
rejects 2 --case -- check --case ''
rejects 2 --solver swe -- check --solver swimming
for threads in 0 257 two ''; do rejects 2 --threads -- check --threads "$threads"; done

echo "pictures"
touch file
rejects 2 DIR -- pictures
rejects 2 b a -- pictures a b
rejects 2 --tier --help -- pictures a --tier
rejects 2 --teir --help -- pictures a --teir low
rejects 2 --only -- pictures a --only
rejects 2 --size 8192 -- pictures a --size 10x10
rejects 2 --threads 256 -- pictures a --threads 0
rejects 1 nowhere valley -- pictures a --only nowhere
rejects 1 file folder -- pictures file --only pool
rejects 1 nowhere/a -- pictures nowhere/a --only pool
[ -e a ] && fail "pictures: a folder is made by a wrong command line"

echo "no display, but on Windows, which has one"
[ "${WEIR_TEST_SYSTEM:-}" = windows ] || rejects 1 display --headless -- pool --grid 32 --steps 1

echo "what is right"
accepts --help
grep -q -- '--terrain-height' out || fail "--help does not list --terrain-height"
grep -q 'gravity' out || fail "--help does not list the keys of parameters"
accepts --version
grep -q '^weir [0-9]' out || fail "--version: $(cat out)"
accepts -v
grep -q '^weir [0-9]' out || fail "-v: $(cat out)"
for command in doctor manual completion; do
  accepts $command --help
  grep -q "^weir $command: " out || fail "$command --help: $(head -c 300 out)"
done
accepts completion
cp out weir-completion
for words in 'liquid mu:muddy\ water' 'sides spo:sponge' 'simd s:sse2' 'grid 10:1024' 'view dep:depth' 'solver s:swe'; do
  got=$(bash -c 'source ./weir-completion; COMP_WORDS=(weir "--$1" "$2"); COMP_CWORD=2; _weir 2>/dev/null; echo "${COMPREPLY[*]}"' - ${words%:*})
  [ "$got" = "${words#*:}" ] || fail "completion of --${words%:*}: '$got'"
done
accepts --list-scenes
for name in valley pool gate piers beach vents hill river meadow ford mill harbour bay; do grep -q "^$name .*: " out || fail "--list-scenes has no $name"; done
accepts check --help
accepts pictures --help
accepts check --list
grep -q '^ritter ' out || fail "check --list has no ritter"
[ "$(wc -l <out)" -ge 24 ] || fail "check --list prints $(wc -l <out) lines"
accepts check --case round-dam,gate-level --solver pipe
grep -q 'stated$' out && grep -q 'met$' out || fail "check: a row without a target is not stated: $(cat out)"
grep -q '^3 of 3 met, 2 stated' out || fail "check: $(cat out)"
accepts check --case round-dam,gate-level --markdown --solver pipe
[ "$(grep -cE '^\| (round-dam|gate-level) \|.*\| (met|stated) \|$' out)" -eq 5 ] || fail "check --markdown: $(cat out)"
[ "$(grep '^|' out | awk -F'|' '{print NF}' | sort -u)" = 12 ] || fail "check --markdown: not the same columns in each row: $(cat out)"
accepts check --case symmetry,green --threads 1 --json check.json
grep -q '^5 of 5 met, 0 stated' out || fail "check: $(cat out)"
for key in case solver quantity unit expected got error order verdict; do
  grep -q "\"$key\": " check.json || fail "check --json has no $key"
done
if [ -x /usr/bin/python3 ]; then
  /usr/bin/python3 -c 'import json; rows = json.load(open("check.json"))["rows"]
assert {r["case"] for r in rows} == {"symmetry", "green"} and all(r["verdict"] == "met" and r["order"] is None for r in rows), rows' ||
    fail "check --json: $(cat check.json)"
fi
accepts --list-params
awk 'NR > 1 {print $1}' out >params
grep -qx gravity params && [ "$(wc -l <params)" -ge 40 ] || fail "--list-params lists $(wc -l <params) parameters"
accepts "${quick[@]}" --stats=- --set=gravity=3 --set splash=0.5 --seed 18446744073709551615 --threads 3 --drop 5
for key in scene solver grid cell_m steps sim_seconds wall_seconds step_ms mean p50 p99 max rtkc volume_m3 start added \
  removed now error_relative depth_m min surface_m speed_max bodies substeps_max clamped_steps state_hash triangles_max; do
  grep -q "\"$key\":" out || fail "--stats has no $key"
done
while read -r name; do grep -q "\"$name\":" out || fail "--stats has no $name, which --list-params lists"; done <params
if [ -x /usr/bin/python3 ]; then
  /usr/bin/python3 -c 'import json, sys; s = json.load(open("out")); 
assert s["steps"] == 2 and s["grid"] == [32, 32] and s["params"]["gravity"] == 3 and s["finite"] is True, s' || fail "--stats is not JSON, or not this run's: $(cat out)"
fi
accepts gate --sides 'level 2 0.5 20' --liquid 'muddy water' --headless --seconds 0.1
accepts pool --sides periodic --solver swe --headless --seconds 0.1
accepts gate --grid 48x32 --solver membrane --headless --seconds 0.1 --stats s.json
grep -q '"grid": \[48, 32\]' s.json || fail "--grid 48x32: $(cat s.json)"
hash_of() { accepts "${quick[@]}" --steps 40 --drop 9 --stats - "$@"; grep state_hash out; }
accepts gate --grid 48x32 --headless --compare pipe,swe --seconds 2 --release 0
grep -q ': A pipe, B swe$' out && grep -q 'volume A, m3 volume B, m3$' out || fail "--compare: its columns have no names of their own: $(cat out)"
[ "$(wc -l <out)" -eq 5 ] && grep -q 'they part by more than' out || fail "--compare pipe,swe: $(cat out)"
accepts gate --grid 48x32 --headless --compare swe,swe --seconds 1 --drop 3 --threads 2
grep -q 'they never part' out && grep -qE '^ +1\.[0-9]+ +0\.0000 ' out || fail "--compare swe,swe: $(cat out)"
accepts pool --grid 32 --headless --compare splash=0.1,splash=3 --seconds 1
[ "$(hash_of --threads 1 --seed 7)" = "$(hash_of --threads 2 --seed 7)" ] || fail "threads change the state"
[ "$(hash_of --seed 7)" != "$(hash_of --seed 8)" ] || fail "the seed changes nothing"
accepts "${quick[@]}" --steps 0 --stats -

if ldd "$program" | grep -qE 'libGL|libEGL'; then fail "the program is linked with OpenGL"; fi
if command -v strace >/dev/null; then
  strace -f -e trace=openat "$program" "${quick[@]}" 2>&1 | grep -E 'lib(GL|EGL|OpenGL)[^"]*".*= [0-9]' &&
    fail "a library of OpenGL is loaded with no picture asked for"
fi

echo "$checks command lines, $failures failures"
[ $failures -eq 0 ]
