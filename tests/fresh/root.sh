# A minimal Debian in a folder; for the scripts beside it, which source it after they have set `suite` and `name`. It leaves $root, the
# folder, which is removed when the script ends (WEIR_FRESH_KEEP=1 keeps it), and `within`. Needs root, mmdebstrap (installed if it is
# missing), space below ${TMPDIR:-/var/tmp} and the mirror that apt uses here; where no root can be made the script ends with status 77.
# shellcheck shell=bash

say() { printf '%s: %s: %s\n' "$name" "$suite" "$*"; }
skip() { say "not run: $*"; exit 77; }

[ "$(id -u)" = 0 ] || skip "only root may make a root"
unshare --mount --pid --fork true 2>/dev/null || skip "this machine does not let mounts be made"
command -v mmdebstrap >/dev/null || {
  apt-get update -q >/dev/null
  apt-get install -q -y --no-install-recommends mmdebstrap >/dev/null
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
    mount --bind /dev "$1/dev" && { [ ! -e /dev/pts/ptmx ] || mount --bind /dev/pts "$1/dev/pts"; } && mount -t proc proc "$1/proc" &&
      mount -t tmpfs shm "$1/dev/shm" && exec chroot "$1" /bin/su - "$2" -c "$3"' - "$root" "$1" "$2"
}

# What is unpacked here is not worth waiting for the disk after each package (force-unsafe-io, which stays for what is installed later).
SECONDS=0
options=(--variant=minbase --mode=root --dpkgopt=force-unsafe-io)
case "$mirror" in https:*) options+=(--include=ca-certificates) ;; esac
while read -r proxy; do options+=(--aptopt="$proxy"); done < <(apt-config dump | grep -iE '^Acquire::https?::Proxy' || true)
mmdebstrap "${options[@]}" "$suite" "$root" "$mirror" >"$root.log" 2>&1 || {
  tail -5 "$root.log"
  rm -f "$root.log"
  skip "mmdebstrap failed; its last words stand above"
}
rm -f "$root.log"
[ -d "$root/dev/pts" ] || mkdir "$root/dev/pts"
[ -d "$root/dev/shm" ] || mkdir "$root/dev/shm"
cp /etc/resolv.conf "$root/etc/resolv.conf"
echo "127.0.0.1 localhost $(hostname)" >"$root/etc/hosts" # sudo asks for its own machine's address
