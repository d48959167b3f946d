#!/bin/bash
# Keys of one's own in a real window: lines of the settings that cannot be bound are told and kept, F1 binds by the keyboard alone, and what
# it has bound is kept and works; a tap that is shorter than a frame counts.
# Usage: keys_bind_test.sh PROGRAM. Exit status 77: tools are missing, nothing said.
set -u
program=$(realpath "${1:?usage: keys_bind_test.sh PROGRAM}")
# shellcheck source=tests/app/screen.sh
. "$(dirname "$(readlink -f "$0")")/screen.sh"
screen_begin 640x480 || exit 77
mkdir -p config/weir

fail() {
  echo "FAIL: $*; on standard error: $(head -c 600 err); the settings: $(grep -A9 '^.keys' config/weir/config)"
  exit 1
}
start() {
  "$program" pool --grid 64 --size 400x300 --fps-max 10 --set quality=0 --stats stats.json 2>err &
  weir=$!
  soon find_window || fail "no window"
  eval "$(xdotool getwindowgeometry --shell "$window" | grep -E '^(X|Y)=')"
  xdotool mousemove $((X + 200)) $((Y + 150))
  heard || fail "it does not answer"
}
finish() {
  kill -TERM "$weir"
  wait "$weir"
  local status=$?
  weir=''
  [ $status -eq 0 ] || fail "exit status $status"
}
keeps() { grep -qxF -- "$1" config/weir/config || fail "the settings do not say $1"; }

cat >config/weir/config <<'S'
hints = move drop push look tool
[keys]
pauze = F15
panel = F99
overlay = F15
S
start
xdotool key F1
heard || fail "it does not answer"
xdotool key Down Down Return ctrl+F10 # the first is the button, the second the tool of crates
xdotool key Down Return Escape   # nothing of the next
heard || fail "it does not answer"
finish
cat >expected <<'S'
weir: settings: [keys]: pauze: there is no such action or parameter (weir --list-keys)
weir: settings: [keys]: panel: 'F99' is not a key; as in F6, Shift+K, Ctrl+Space, or none
S
diff err expected || fail "lines that cannot be bound are told otherwise"
for line in 'pauze = F15' 'panel = F99' 'overlay = F15' 'tool-crate = Ctrl+F10'; do keeps "$line"; done
[ "$(grep -c = <(sed -n '/^\[keys\]/,$p' config/weir/config | grep -v '^#'))" = 4 ] || fail "the settings have other keys too"

sed -i '/^pauze\|^panel/d; s/^tool-crate.*/use-tool = K/' config/weir/config
dropped() { sed -n 's/.*"bodies_dropped": *\([0-9]*\).*/\1/p' "$1"; }
"$program" pool --grid 64 --headless --steps 1 --stats own.json 2>err || fail "no run without a window"
taps=8
for ((attempt = 1; attempt <= 3; attempt++)); do # the end may come before the tick that takes the last crate
  start
  for ((n = 0; n < taps; n++)); do xdotool key k; done
  heard || fail "it does not answer"
  finish
  [ ! -s err ] || fail "it says something"
  crates=$(($(dropped stats.json) - $(dropped own.json)))
  [ "$crates" -ne $taps ] || break
done
[ "$crates" -eq $taps ] || fail "$taps taps: $crates crates"
keeps 'use-tool = K'

sed -i '1i keys = fixed' config/weir/config
start
xdotool key F1
heard || fail "it does not answer"
xdotool key Down Down Return
heard || fail "it does not answer" # no line waits for a key: Ctrl+F10 would be it
xdotool key ctrl+F10
finish
[ ! -s err ] || fail "it says something of fixed keys"
keeps 'keys = fixed'
keeps 'use-tool = K'
grep -q F10 config/weir/config && fail "F1 has bound a key, where keys are fixed"
echo "keys are bound by the settings and by F1; $taps taps are $taps crates"
