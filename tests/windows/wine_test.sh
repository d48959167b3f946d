#!/bin/bash
# The program for Windows, as its archive unpacks, run by wine: saves, logs and words of the command line by the tests that the program here
# passes, random keys, pictures, names with umlauts, and what a person does with a window. Wine proves nothing about a real machine.
# Usage: wine_test.sh WEIR.zip ODE_VERSION BUILD [brief]: BUILD is a folder with weir and tests/golden_pictures, to compare with; brief leaves
# out the command line and random keys. Exit status 77: tools are missing.
set -u
usage="usage: wine_test.sh WEIR.zip ODE_VERSION BUILD [brief]"
archive=$(realpath "${1:?$usage}") ode=${2:?$usage} build=$(realpath "${3:?$usage}")
here_built=$build/weir
tests=$(dirname "$(dirname "$(readlink -f "$0")")")
wine=/usr/lib/wine/wine64
for tool in "$wine" Xvfb xdotool cmake; do
  command -v "$tool" >/dev/null || { echo "skipped: no $tool"; exit 77; }
done
# shellcheck source=tests/app/screen.sh
. "$tests/app/screen.sh"
failures=0
fail() { echo "FAIL: $*"; failures=$((failures + 1)); }
step() { echo "$* ($SECONDS s)"; }

unpacked="$work/Spiele für Zoë"
mkdir "$unpacked"
(cd "$unpacked" && cmake -E tar xf "$archive") || exit 1
folder=$(echo "$unpacked"/weir-*)
# A wine that has begun without a screen opens no window: each has a folder of its own.
cat >weir <<S
#!/bin/bash
export WINEDEBUG=-all WINEPREFIX="$work/wine\${DISPLAY:+-screen}" LC_ALL=C.UTF-8 SDL_AUDIODRIVER=\${SDL_AUDIODRIVER-dummy} WEIR_TEST_SYSTEM=windows
unset SDL_VIDEODRIVER
exec $wine "$folder/\${WEIR_EXE:-weir-console.exe}" "\$@"
S
chmod +x weir
wineweir=$work/weir
step "a folder of wine's is made, and another for a screen"
(unset DISPLAY; "$wineweir" --version) >version 2>/dev/null
grep -q '^weir [0-9]' version || fail "--version: $(cat version)"
screen_begin 1280x720 || exit 77
"$wineweir" --version >/dev/null 2>&1

step "what was saved and logged here goes on there to the bit"
env -u DISPLAY bash "$tests/golden/stored_test.sh" "$wineweir" "$tests/golden/stored" "$ode" >out 2>&1 || fail "stored_test.sh: $(tail -5 out)"
step "saved games and logs"
bash "$tests/app/saves_test.sh" "$wineweir" >out 2>&1 || fail "saves_test.sh: $(tail -5 out)"
if [ "${4:-}" != brief ]; then
  step "words of the command line"
  words() { WEIR_TEST_SYSTEM=windows bash "$tests/app/cli_test.sh" "$wineweir" >out 2>&1; }
  words || { grep -q 'wine client error' out && words; } || fail "cli_test.sh: $(grep FAIL out | head -5)"
  step "random keys and sizes"
  bash "$tests/app/keys_test.sh" "$wineweir" 4 >out 2>&1 || fail "keys_test.sh: $(tail -5 out)"
fi

step "pictures: the same state, and to the eye the same picture"
for scene in pool river; do
  words=("$scene" --headless --steps 100 --drop 5 --set quality=0 --size 640x360)
  "$wineweir" "${words[@]}" --screenshot there.png --stats there.json 2>err || fail "$scene: $(cat err)"
  SDL_VIDEODRIVER=offscreen "$here_built" "${words[@]}" --screenshot here.png --stats here.json 2>err || fail "$scene: $(cat err)"
  hashes=$(cat here.json there.json | grep -o '"state_hash": "[^"]*"' | sort | uniq -c)
  [[ $hashes =~ ^\ *2\  ]] || fail "$scene: states differ: $hashes"
  for at in here there; do "$build/tests/golden_pictures" $scene $at.png >$at.txt || fail "$scene: no picture $at"; done
  "$build/tests/golden_pictures" --compare here.txt there.txt >out || fail "$scene: the pictures differ: $(cat out)"
done

step "names with umlauts"
mkdir Über
"$wineweir" gate --headless --steps 30 --save 'Über\größe.weir' --stats 'Über/zahlen.json' 2>err || fail "a path with umlauts: $(cat err)"
"$here_built" Über/größe.weir --headless --steps 20 --stats here.json || fail "what was saved there does not open here"
"$wineweir" 'Über\größe.weir' --headless --steps 20 --stats there.json 2>err || fail "it does not open there: $(cat err)"
cmp <(grep -o '"state_hash.*' here.json) <(grep -o '"state_hash.*' there.json) || fail "a saved game goes on otherwise"
"$wineweir" 'Über\nichts.weir' --headless --steps 1 2>err
[[ $? = 1 && $(cat err) = "weir: Über/nichts.weir: no such scene or file;"* ]] || fail "a file that is not there: $(cat err)"

step "a window: what a person makes is kept in AppData, and closed by its cross"
unset XDG_CONFIG_HOME XDG_DATA_HOME
cd "$unpacked" || exit 1
WEIR_EXE=weir.exe "$wineweir" pool --stats "$work/window.json" >"$work/out" 2>&1 &
weir=$!
if soon find_window; then
  xdotool mousemove --window "$window" 500 300 click 1
  xdotool key F12 F5
  soon [ -s weir-001.png ] || fail "F12 takes no picture"
  kept="$work/wine-screen/drive_c/users/$(id -un)/AppData/Roaming/weir"
  soon [ -s "$kept/quick.png" ] || fail "F5 saves nothing in AppData"
  "$python" "$watcher" close "$window"
  xdotool key Return
  wait $weir || fail "the window ends with $?: $(cat "$work/out")"
  [[ -s $kept/config && -s $kept/autosave.png ]] || fail "AppData has no settings or no autosave: $(ls "$kept")"
  "$here_built" weir-001.png --headless --steps 1 || fail "a picture taken there does not open here"
else
  fail "no window: $(cat "$work/out")"
fi
weir=

step "a run that fails without a console says why in a box"
x86_64-w64-mingw32-gcc -O2 -Wall -Wextra -Werror -o "$folder/start.exe" "$tests/windows/start.c" || fail "start.c"
cd "$folder" || exit 1
WEIR_EXE=start.exe "$wineweir" "weir.exe nosuchscene" >"$work/out" 2>&1 &
weir=$!
# shellcheck disable=SC2317
shows_box() { window=$(xdotool search --onlyvisible --name '^Weir$' 2>/dev/null | tail -1) && [ -n "$window" ]; }
if soon shows_box; then
  xdotool key --window "$window" Return 2>/dev/null
  wait $weir
  [ $? = 1 ] || fail "its exit status is not the program's"
else
  fail "there is no box: $(cat "$work/out")"
fi
grep -rqs --include=weir-said.txt 'nosuchscene: no such scene' "$work/wine-screen/drive_c" || fail "the box says something else"
weir=
[ $failures = 0 ] && echo "the program for Windows does as it should, by wine ($SECONDS s)"
exit $((failures > 0))
