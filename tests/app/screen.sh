# For the tests that have the program in a window: a folder of their own, a screen that nobody looks at, and waiting. They source this.
# shellcheck shell=bash
python=/usr/bin/python3 watcher=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/screen.py
server='' weir='' # process numbers: of the screen, and of the program while it runs
work=$(mktemp -d)
cleanup() {
  [ -n "${to_looking-}" ] && exec {to_looking}>&- # screen.py ends with the last who can ask
  [ -n "$weir" ] && kill -9 "$weir" 2>/dev/null
  [ -n "$server" ] && kill "$server" 2>/dev/null
  wait 2>/dev/null
  rm -rf "$work"
}
trap cleanup EXIT
cd "$work" || exit 1
unset WAYLAND_DISPLAY
export XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/data

patience=300 # s for anything at all to happen, beside ten other programs too, where a second of water takes ten
soon() { # soon COMMAND...: until it succeeds, or the program has ended
  local until=$((SECONDS + patience))
  until "$@"; do
    [ $SECONDS -lt $until ] || return 1
    [ -z "$weir" ] || kill -0 "$weir" 2>/dev/null || return 1
    sleep 0.1
  done
}

# The server finds itself a free display and says which. -noreset: else it would restart when its last client leaves, and refuse
# clients at that moment.
screen_begin() { # screen_begin WIDTHxHEIGHT [OPTION...]: false, with a line, where there can be none
  local tool size=$1
  shift
  for tool in Xvfb xdotool $python; do
    command -v "$tool" >/dev/null || { echo "skipped: no $tool"; return 1; }
  done
  Xvfb -displayfd 3 -noreset -screen 0 "${size}x24" -nolisten tcp "$@" 3>display >xvfb.log 2>&1 &
  server=$!
  soon [ -s display ] || { echo "skipped: Xvfb does not start: $(head -1 xvfb.log)"; return 1; }
  DISPLAY=:$(cat display)
  export DISPLAY SDL_VIDEODRIVER=x11
}

# The window of the program, when it shows its first picture: until then its title says that it loads.
find_window() {
  local title
  window=$(xdotool search --onlyvisible --pid "$weir" 2>/dev/null | tail -1)
  [ -n "$window" ] && title=$(xdotool getwindowname "$window" 2>/dev/null) || return 1
  [ "$title" != 'Weir (loading)' ]
}

look() { # look VERB WORD...: what screen.py answers stands in $answer
  if [ -z "${to_looking-}" ]; then
    coproc looking { exec "$python" "$watcher" serve; }
    exec {to_looking}>&"${looking[1]}" {from_looking}<&"${looking[0]}" {looking[1]}>&-
  fi
  echo "$@" >&"$to_looking"
  read -r answer <&"$from_looking"
}

# All that the window was given before has been taken in, and drawn: SDL answers a window manager's ping as it takes its events, in order, at the
# beginning of a frame. So the second answer comes when the frame after the first is drawn; two more are for the thread of the water.
heard() {
  for _ in 1 2 3 4; do soon answered || return 1; done
}
answered() {
  look ping "$window"
  [ "$answer" = yes ]
}
