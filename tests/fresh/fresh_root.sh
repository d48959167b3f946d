#!/usr/bin/env bash
# The README's two commands on a machine that has nothing: a minimal Debian in a folder, git and sudo in it, a user who may use
# sudo, a clone of this checkout's HEAD (what is not committed is not tried). Prints each command's exit status and seconds.
#   tests/fresh/fresh_root.sh bookworm|trixie [WORDS]    WORDS go to ./weir.sh test; WEIR_FRESH_KEEP=1 leaves the folder there
# Needs root, debootstrap (installed if it is missing), 3 GB below ${TMPDIR:-/var/tmp} and the mirror that apt uses here.
# Exit status: 0; 1 when a command did not do as it should; 77 when this machine does not let a root be made.
set -euo pipefail
suite=${1:?usage: fresh_root.sh bookworm|trixie [WORDS for ./weir.sh test]}
shift
source=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)

say() { printf 'fresh_root.sh: %s: %s\n' "$suite" "$*"; }
skip() { say "not run: $*"; exit 77; }

[ "$(id -u)" = 0 ] || skip "only root may make a root"
unshare --mount --pid --fork true 2>/dev/null || skip "this machine does not let mounts be made"
command -v debootstrap >/dev/null || {
  apt-get update -q >/dev/null
  apt-get install -q -y --no-install-recommends debootstrap >/dev/null
}

# The first address of Debian's main archive in apt's lists.
mirror=$(apt-get indextargets --format '$(SITE) $(ORIGIN) $(COMPONENT)' 'Created-By: Packages' | awk '$2 == "Debian" && $3 == "main" { print $1; exit }')
[ -n "$mirror" ] || skip "apt's lists name no mirror of Debian"

root=$(mktemp -d "${TMPDIR:-/var/tmp}/weir-fresh.XXXXXX")
chmod 755 "$root" # the folder is the / of its user
# Mounts are made in a namespace that ends with the process in it: none is ever left here for rm to walk into.
trap '[ "${WEIR_FRESH_KEEP:-}" = 1 ] && say "left in $root" || rm -rf --one-file-system "$root"' EXIT

within() { # USER COMMAND: in the root
  unshare --mount --pid --fork --kill-child bash -c '
    mount --bind /dev "$1/dev" && mount --bind /dev/pts "$1/dev/pts" && mount -t proc proc "$1/proc" &&
      mount -t tmpfs shm "$1/dev/shm" && exec chroot "$1" /bin/su - "$2" -c "$3"' - "$root" "$1" "$2"
}

SECONDS=0
include=()
case "$mirror" in https:*) include=(--include=ca-certificates) ;; esac
debootstrap --variant=minbase "${include[@]}" "$suite" "$root" "$mirror" >"$root.log" 2>&1 || {
  tail -5 "$root.log"
  rm -f "$root.log"
  skip "debootstrap failed; its last words stand above"
}
rm -f "$root.log"
[ -d "$root/dev/pts" ] || mkdir "$root/dev/pts"
[ -d "$root/dev/shm" ] || mkdir "$root/dev/shm"
cp /etc/resolv.conf "$root/etc/resolv.conf"
echo "127.0.0.1 localhost $(hostname)" >"$root/etc/hosts" # sudo asks for its own machine's address
apt-config dump | grep -iE '^Acquire::https?::Proxy' >"$root/etc/apt/apt.conf.d/proxy" || true
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
# On a terminal it asks, and reads the answer that waits there.
try 0 'echo y | script -qec "./weir.sh --headless --seconds 1 --drop 10 --stats stats.json" /dev/null && grep -c state_hash stats.json'
try 0 "WEIR_YES=1 ./weir.sh test $*"
# The demo in a window, for which the tests have brought a display.
try 0 'xvfb-run -a -s "-screen 0 1280x720x24" ./weir.sh --seconds 3 --stats - | grep -E "\"(frames|finite|wall_seconds)\""'
# Through a link, from another folder.
try 0 'ln -s "$PWD/weir.sh" ~/water && cd / && ~/water --version'
say "$failures failures, $SECONDS s in all"
[ "$failures" = 0 ]
