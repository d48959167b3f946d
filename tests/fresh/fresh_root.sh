#!/usr/bin/env bash
# The README's two commands on a machine that has nothing: a minimal Debian in a folder, git and sudo in it, a user who may use
# sudo, a clone of this checkout's HEAD (what is not committed is not tried). Prints each command's exit status and seconds.
#   tests/fresh/fresh_root.sh bookworm|trixie [WORDS]    WORDS go to ./weir.sh test; WEIR_FRESH_KEEP=1 leaves the folder there
# Needs root, mmdebstrap (installed if it is missing), 3 GB below ${TMPDIR:-/var/tmp} and the mirror that apt uses here.
# Exit status: 0; 1 when a command did not do as it should; 77 when this machine does not let a root be made.
set -euo pipefail
suite=${1:?usage: fresh_root.sh bookworm|trixie [WORDS for ./weir.sh test]}
shift
source=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)

name=fresh_root.sh
# shellcheck source=tests/fresh/root.sh
. "$source/tests/fresh/root.sh"
git -c safe.directory='*' -C "$source" bundle create -q "$root/weir.bundle" HEAD
within root 'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends git sudo' >/dev/null 2>&1
within root 'useradd --create-home --shell /bin/bash visitor && echo "visitor ALL=(ALL) NOPASSWD: ALL" >/etc/sudoers.d/visitor'
within visitor 'git clone -q /weir.bundle weir 2>/dev/null && cd weir && git log -1 --format="%h %s"'
say "a root with $(within root 'dpkg-query -W' | wc -l) packages after $SECONDS s"

failures=0
# try EXPECTED WHAT COMMAND...: as the user, in the clone, without a terminal.
try() {
  local expected=$1 started=$SECONDS status=0
  within visitor "cd weir && $2" </dev/null || status=$?
  say "$2: exit status $status after $((SECONDS - started)) s"
  [ "$status" = "$expected" ] || { failures=$((failures + 1)); say "FAIL: it should be $expected"; }
}

# Without a display the demo says so at once, before it installs anything; without a terminal nothing is installed unasked.
try 1 './weir.sh'
try 1 './weir.sh --headless --seconds 1'
within root 'command -v cmake' && { say "FAIL: something was installed unasked"; failures=$((failures + 1)); }
# On a terminal, where there can be one, it asks, and reads the answer that waits there.
if within visitor 'script -qec true /dev/null' </dev/null >/dev/null 2>&1; then
  try 0 'echo y | script -qec "./weir.sh --headless --seconds 1 --drop 10 --stats stats.json" /dev/null && grep -c state_hash stats.json'
else
  say "not run: what it asks on a terminal, as none can be opened here"
fi
try 0 "WEIR_YES=1 ./weir.sh test $*"
try 0 './weir.sh doctor'
# The demo in a window, for which the tests have brought a display.
try 0 'xvfb-run -a -s "-screen 0 1280x720x24" ./weir.sh --seconds 3 --stats - | grep -E "\"(frames|finite|wall_seconds)\""'
# Through a link, from another folder.
try 0 'ln -s "$PWD/weir.sh" ~/water && cd / && ~/water --version'
say "$failures failures, $SECONDS s in all"
[ "$failures" = 0 ]
