#!/usr/bin/env bash
# Every known answer of the program is a test here, and the other way round. Usage: check_list_test.sh PROGRAM CASE... --long CASE...
# Those after --long are marked as long.
set -u
program=$1
shift
diff <("$program" check --list) <("$program" check --list --case "$1") || exit 1 # all of them, whatever is to be run
diff <("$program" check --list | awk '{ print $1, $NF == "(long)" }' | sort) \
  <(printf '%s\n' "$@" | awk '$1 == "--long" { long = 1; next } { print $1, long + 0 }' | sort)
