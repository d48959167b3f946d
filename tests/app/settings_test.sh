#!/bin/bash
# Two windows of one person: neither undoes what the other has changed in the settings, a link and a person's own lines stay, and each has an
# autosave of its own; what cannot be kept is told once. Usage: settings_test.sh PROGRAM. Exit status 77: tools are missing, nothing said.
set -u
program=$(realpath "${1:?usage: settings_test.sh PROGRAM}")
# shellcheck source=tests/app/screen.sh
. "$(dirname "$(readlink -f "$0")")/screen.sh"
screen_begin 800x600 || exit 77
mkdir -p config/weir dotfiles data
ln -s ../../dotfiles/weir config/weir/config

declare -A windows
cleanup_all() {
  for weir in "${windows[@]}"; do kill -9 "$weir" 2>/dev/null; done
  weir=''
  cleanup
}
trap cleanup_all EXIT
fail() {
  echo "FAIL: $*; on standard error: $(head -c 600 err.*); the settings: $(cat dotfiles/weir)"
  exit 1
}
start() { # NAME ARGUMENT...
  local name=$1
  shift
  "$program" "$@" --grid 64 --fps-max 10 --set quality=0 --stats "$name.json" 2>"err.$name" &
  weir=$!
  soon find_window || fail "no window"
  windows[$name]=$weir
  heard || fail "it does not answer"
}
press() { # NAME KEY
  weir=${windows[$1]}
  soon find_window || fail "no window"
  soon xdotool windowfocus "$window" 2>/dev/null
  xdotool key --window "$window" "$2"
  heard || fail "it does not answer"
}
finish() { # NAME
  kill -TERM "${windows[$1]}"
  wait "${windows[$1]}" || fail "exit status $?"
  unset "windows[$1]"
  weir=''
}
own() { # VOLUME-LINE SCENE-LINE MUTED-LINE
  cat <<S
# My settings for Weir,
# kept with my other dotfiles.

width = 400 ; pixels
height = 300
future-option = 7 ; of a later version

# sound
$1
$3
# where I was
$2
hints = move drop push look tool

[notes]
width = wide
text without sense
[keys]
# Ctrl is for my window manager
pauze = F15
tool-boat = F6
S
}

own 'volume = 0.5' 'scene = pool' 'muted = no' >dotfiles/weir
start first
start second
press first shift+m
press second Tab
finish second
finish first
own 'volume = 0.5' 'scene = gate' 'muted = yes' >expected
[ -L config/weir/config ] || fail "the link has become a file"
diff expected dotfiles/weir || fail "the settings are not those of both windows"
for name in first second; do
  [ "$(cat err.$name)" = "weir: settings: [keys]: pauze: there is no such action or parameter (weir --list-keys)" ] || fail "$name says something else"
done

# Both ended with a save of their own; the newest one is gone on with.
[ -s data/weir/autosave.png ] && [ -s data/weir/autosave-2.png ] || fail "autosaves: $(ls data/weir)"
scene_of() { "$program" --resume --headless --steps 1 --stats resumed.json 2>/dev/null && sed -n 's/.*"scene": *"\([a-z]*\)".*/\1/p' resumed.json; }
[ "$(scene_of)" = pool ] || fail "--resume: $(scene_of), not the pool of the window that ended last"
touch data/weir/autosave-2.png
[ "$(scene_of)" = gate ] || fail "--resume: $(scene_of), not the newest"

# While a window runs, its autosave is not another one's to write or to go on with.
cp data/weir/autosave.png before.png
start first
start second vents
finish second
cmp before.png data/weir/autosave.png || fail "the autosave of a window that runs was overwritten"
[ "$(scene_of)" = vents ] || fail "--resume goes on with $(scene_of)"
finish first

# A window that was left on a larger display is restored within this one, which keeps what the larger one had.
sed -i 's/^width = 400.*/width = 3000/; s/^height = 300/height = 2000/' dotfiles/weir
start first pool
eval "$(xdotool getwindowgeometry --shell "$window" | grep -E '^(X|Y|WIDTH|HEIGHT)=')"
[ "$X" -ge 0 ] && [ "$Y" -ge 0 ] && [ $((X + WIDTH)) -le 800 ] && [ $((Y + HEIGHT)) -le 600 ] || fail "the window is $WIDTH x $HEIGHT at $X, $Y"
finish first
grep -qx 'width = 3000' dotfiles/weir || fail "the width of the larger display is lost"

# What cannot be kept is told once.
if [ -w /dev/full ]; then
  ln -sfn /dev/full config/weir/config
  rm -r data/weir
  touch data/weir # not a folder
  start first pool
  press first shift+m
  finish first
  grep -qx 'weir: settings: .*/config/weir/config: cannot be written: No space left on device' err.first || fail "settings that cannot be kept are not told"
  grep -q '^weir: autosave: .*/data/weir.*: Not a directory$' err.first || fail "an autosave that cannot be made is not told"
  [ "$(wc -l <err.first)" = 2 ] || fail "more than two lines"
fi
echo "two windows with one file of settings: nothing is lost"
