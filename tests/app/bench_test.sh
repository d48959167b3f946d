#!/bin/bash
# `weir bench`, on grids so small that it takes seconds: every case runs, its JSON has what readers of it count on, a baseline
# is read again, and each fault is reported in one line. No times are compared. Usage: bench_test.sh PROGRAM
set -u
program=$(realpath "${1:?usage: bench_test.sh PROGRAM}")
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

# rejects STATUS WORD... -- ARGUMENTS: exits so, with one line that begins with "weir: bench: " and has each word.
rejects() {
  local status=$1 words=()
  shift
  while [ "$1" != -- ]; do words+=("$1"); shift; done
  shift
  checks=$((checks + 1))
  timeout 300 "$program" bench "$@" >out 2>err </dev/null
  local got=$? word
  [ $got -eq "$status" ] || fail "bench $* : status $got, not $status: $(head -c 300 err)"
  [ "$(wc -l <err)" -eq 1 ] || fail "bench $* : $(wc -l <err) lines on standard error, not 1: $(head -c 300 err)"
  grep -q '^weir: bench: ' err || fail "bench $* : does not begin with 'weir: bench: '"
  for word in "${words[@]}"; do grep -qF -- "$word" err || fail "bench $* : '$word' is not named: $(cat err)"; done
  [ -s out ] && fail "bench $* : prints on standard output all the same"
  return 0
}

accepts() {
  checks=$((checks + 1))
  timeout 600 "$program" bench "$@" >out 2>err </dev/null
  local got=$?
  [ $got -eq 0 ] || fail "bench $* : status $got, not 0: $(head -c 300 err)"
  [ -s err ] && fail "bench $* : standard error is not empty: $(head -c 300 err)"
  return 0
}

# holds FILE PYTHON: what the JSON must be like; `rows` are its rows.
holds() {
  [ -x /usr/bin/python3 ] || return 0
  checks=$((checks + 1))
  /usr/bin/python3 -c "import json, math
report = json.load(open('$1')); rows = report['rows']
$2" || fail "$1: $2"
}

# tables: standard output has tables, and every row of one has as many cells as its head.
tables() {
  checks=$((checks + 1))
  awk -F'|' '/^\|/ { if (!cells) { cells = NF; count++ } if (NF != cells) bad = 1; next } { cells = 0 } END { exit bad || !count }' out ||
    fail "a table is uneven or missing: $(cat out)"
}

small=(--grid 32 --objects 0,2 --frames 4 --repeats 2 --threads 1)

echo "words and numbers that are wrong"
rejects 2 --grids -- --grids 64
rejects 2 --grid -- --grid
for grid in 15 8193 64x64 64,,65 '' 64,x 1e3; do rejects 2 --grid 8192 -- --grid "$grid"; done
for objects in -1 1025 3.5 ''; do rejects 2 --objects -- --objects "$objects"; done
for threads in 0 257 two ''; do rejects 2 --threads -- --threads "$threads"; done
for number in 0 -1 1.5 1000000 ''; do
  rejects 2 --repeats -- --repeats "$number"
  rejects 2 --frames -- --frames "$number"
done
for warm in -1 nan 5s 1e9; do rejects 2 --warm -- --warm "$warm"; done
for cell in 0 -1 inf ''; do rejects 2 --cell -- --cell "$cell"; done
rejects 2 swimming membrane -- --solver swimming
rejects 2 --scene --help -- --scene valley
for name in '' pools pool,ponds terrain,,pond; do rejects 2 --case --help -- --case "$name"; done
for name in '' fast default,avx sse2,,avx2 "$(head -c 200 /dev/zero | tr '\0' x)"; do rejects 2 --variant -- --variant "$name"; done
rejects 2 --json -- --json ''
rejects 2 --against -- --against ''
rejects 2 --json -- --json
rejects 2 --case -- --case pond --solver pipe
rejects 2 --variant -- --case terrain --variant stencil5

echo "baselines that cannot be read"
mkdir dir
: >empty.json
echo 'This is no JSON.' >text.json
head -c 3000 /dev/urandom >noise.json
echo '[1, 2]' >list.json
echo '{"rows": 3}' >number.json
echo '{"rows": [7]}' >seven.json
row='"name": "pond", "solver": "membrane", "variant": "default", "threads": 1, "bodies": 0, "ms_total": 1'
echo "{\"rows\": [{$row, \"mcells_per_s\": {\"median\": 1}}]}" >gridless.json
echo "{\"rows\": [{$row, \"grid\": [64, \"x\"], \"mcells_per_s\": {\"median\": 1}}]}" >gridx.json
echo "{\"rows\": [{$row, \"grid\": [64, 64], \"mcells_per_s\": 5}]}" >rate.json
echo "{\"rows\": [{$row, \"grid\": [64, 64], \"mcells_per_s\": {\"median\": 1}}" >cut.json
for file in missing dir empty text noise list number seven gridless gridx rate cut; do
  [ -d $file ] || file=$file.json
  rejects 1 $file -- "${small[@]}" --against $file
done
rejects 1 'row 1' grid -- "${small[@]}" --against gridx.json
rejects 1 'row 1' mcells_per_s -- "${small[@]}" --against rate.json

echo "places that cannot be written"
rejects 1 nowhere/a.json -- "${small[@]}" --json nowhere/a.json
rejects 1 dir -- "${small[@]}" --json dir
if [ -e /dev/full ]; then
  "$program" bench "${small[@]}" --solver swe --json /dev/full >out 2>err
  [ $? -eq 1 ] && grep -q '^weir: bench: /dev/full' err || fail "--json /dev/full: $(cat err)"
fi

echo "help"
accepts --help
for word in pool terrain dam pond rest calm sheltered valley crates frames rivals naive default awake disperses dyed stencil5 sse2 avx2 avx512 --case --variant --solver \
  --grid --objects --threads --repeats --frames --warm --cell --scene --frames-cost --rivals --markdown --json --against; do
  grep -q -- "  *$word " out || fail "--help does not list $word"
done

echo "the pool"
accepts "${small[@]}" --json pool.json
[ "$(grep -c '^membrane default' out)" -eq 2 ] && [ "$(grep -c '^membrane naive' out)" -eq 2 ] || fail "the pool: $(cat out)"
grep -q '^memory, before: copy' out || fail "the pool: no bandwidth"
for key in name solver variant grid threads simd bodies mcells_per_s min median max ms_interaction ms_liquid ms_total rtkc \
  bytes_per_cell cpu cores ram_gib copy_gb_per_s; do
  grep -q "\"$key\": *" pool.json || fail "--json has no $key"
done
holds pool.json 'assert [(r["solver"], r["variant"], r["bodies"]) for r in rows] == [
  (s, v, b) for s in ("membrane", "pipe", "swe") for b in (0, 2) for v in ("default", "naive") if s == "membrane" or v == "default"]
for r in rows:
  assert r["name"] == "pool" and r["grid"] == [32, 32] and r["threads"] == 1, r
  m = r["mcells_per_s"]; assert 0 < m["min"] <= m["median"] <= m["max"], r
  assert r["ms_total"] > 0 and abs(r["ms_total"] - r["ms_interaction"] - r["ms_liquid"]) < 1e-5 * r["ms_total"], r
  assert r["bytes_per_cell"] > 0 and r["rtkc"] > 0, r
rate = report["bandwidth"][0]; assert rate["name"] == "pool" and rate["before"]["copy_one_thread"] > 0'

echo "water without bodies"
accepts --case terrain,dam,pond,rest,calm,sheltered --grid 96 --warm 0.1 --frames 4 --repeats 2 --variant all --threads 1,2 --json fields.json
grep -q 'the same bits' out || fail "no check that variants give the same bits: $(cat out)"
grep -q 'bytes that must move' out || fail "no table of bytes"
holds fields.json 'assert {r["name"] for r in rows} == {"terrain", "dam", "pond", "rest", "calm", "sheltered"}
assert {r["variant"] for r in rows} >= {"naive", "default", "awake", "disperses", "dyed", "stencil5"}
for r in rows:
  assert 0 < r["tiles_working"] <= 1 and 0.2 < r["wet"] <= 1, r
  if r["variant"] == "disperses": assert "gb_per_s" not in r and "times_awake" not in r and r.get("same_bits") is None, r
  else: assert r["gb_per_s"] > 0 and r["share_of_copy"] > 0, r
  if r["variant"] == "naive": assert r["times_naive"] == {"min": 1, "median": 1, "max": 1}, r
  else: assert r["times_naive"]["median"] > 0 and r["times_naive_one_thread"]["median"] > 0 and r.get("same_bits", True), r
assert any(r.get("same_bits") for r in rows)
assert all(r["times_awake"]["median"] > 0 for r in rows if r["name"] == "rest" and r["variant"] == "default")'

echo "rivals"
accepts --rivals --grid 96 --warm 0.1 --frames 4 --repeats 2 --threads 1,2 --json rivals.json
for name in heights pipes MUSCL-HLL copy default naive; do
  grep -qE "^  [a-z ]+ $name +[a-z0-9]+ +96 +2 " out || fail "--rivals has no row of $name: $(cat out)"
done
holds rivals.json 'named = {"membrane": "heights", "pipe": "pipes", "swe": "MUSCL-HLL"}
waters = {"membrane": {"one a call", "one, seen", "eight a call"}, "pipe": {"calm", "dam breaks", "terrain"}, "swe": {"calm", "dam breaks", "terrain"}}
assert all({r["name"] for r in rows if r["solver"] == s} == {"rivals/" + w for w in waters[s]} for s in waters)
for name in {(r["name"], r["solver"], r["threads"]) for r in rows}:
  of = {r["variant"]: r for r in rows if (r["name"], r["solver"], r["threads"]) == name}
  assert set(of) == {"default", "naive", "copy", named[name[1]]} | ({"stencil5"} if name[1] == "membrane" else set()), of
  for r in of.values():
    q = r["times_rival"]; assert 0 < q["lower_quartile"] <= q["median"] <= q["upper_quartile"], r
    if name[1] == "membrane" and r["variant"] in ("default", "stencil5"): assert r["substeps"] == (1 if "one" in name[0] else 8), r
  for variant, key in ((named[name[1]], "times_rival"), ("naive", "times_plain_loops"), ("copy", "times_copy")):
    assert of[variant][key]["median"] == 1, of[variant]'
accepts --rivals --solver swe --variant all --grid 48 --warm 0.1 --frames 2 --repeats 1 --threads 1 --json rivals.json
holds rivals.json 'library, rivals = ({r["simd"] for r in rows if ("MUSCL" in r["variant"]) == named and r["variant"] not in ("naive", "copy")
  and "copy," not in r["variant"]} for named in (False, True))
assert library == rivals and all(r["times_rival"]["median"] > 0 for r in rows), (library, rivals)'

echo "against a baseline"
accepts --case pond,terrain --grid 96 --warm 0.1 --frames 4 --repeats 2 --threads 1,3 --against fields.json
grep -qE '^  pond +membrane +default +96 x 96 +1 +0 +[0-9.]+ +[0-9.]+ +[0-9.]+ ' out || fail "no pair: $(cat out)"
grep -qE '^  rest +pipe +default +96 x 96 +1 +0 +only then' out || fail "nothing is only then: $(cat out)"
grep -qE '^  pond +membrane +default +96 x 96 +3 +0 +only now' out || fail "nothing is only now: $(cat out)"
accepts --case pond --grid 96 --warm 0 --frames 2 --repeats 1 --threads 1 --json fields.json --against fields.json
holds fields.json 'assert {r["name"] for r in rows} == {"pond"}'

echo "worlds and frames"
accepts --case valley --grid 64 --warm 0.4 --frames 4 --repeats 2 --objects 2 --threads 1,2 --json valley.json
holds valley.json 'assert len(rows) == 4 and all(r["times_real_time"] > 0 and r["bodies"] > 0 for r in rows), rows'
accepts --case crates --grid 96 --warm 0.4 --frames 4 --repeats 1 --objects 3,25 --threads 1,2 --json crates.json
[ "$(grep -cE '^  (pipe|swe) +default +[12] threads, (3|25) crates' out)" -eq 8 ] || fail "crates: $(cat out)"
holds crates.json 'assert [(r["solver"], r["bodies"], r["threads"]) for r in rows] == [
  (s, b, t) for s in ("pipe", "swe") for b in (3, 25) for t in (1, 2)], rows
for r in rows: # one repeat: the parts of a tick add up to it
  parts = [r[key] for key in ("ms_displace", "ms_liquid", "ms_push", "ms_bodies", "ms_rest")]
  assert all(p > 0 for p in parts) and abs(sum(parts) - r["ms_total"]) < 1e-4 * r["ms_total"], r
  assert r["ms_tick"] == r["ms_total"] and abs(r["times_real_time"] * r["ms_tick"] - 20) < 1e-3, r
  assert 0 < r["bodies_awake"] <= r["bodies"], r'
accepts --case crates --solver pipe --grid 96 --warm 0.4 --frames 2 --repeats 1 --objects 25 --threads 1 --against crates.json
grep -qE '^  crates +pipe +default +96 x 96 +1 +25 +[0-9.]+ +[0-9.]+ +[0-9.]+ ' out || fail "crates: no pair: $(cat out)"
SDL_VIDEODRIVER=nonsense accepts --frames-cost --grid 64 --warm 0 --frames 2 --repeats 1 --json frames.json
holds frames.json 'assert "no pictures here" in rows[0]["note"] and "ms_draw" not in rows[0], rows
assert [r["name"] for r in rows] == ["frames", "frames/river"] and "no pictures here" in rows[1]["note"] and "ms_part" not in rows[1], rows'
[ "$(grep -c '^  river: no pictures here: ' out)" -eq 1 ] || fail "without OpenGL the passes are not one line: $(cat out)"
accepts --frames-cost --grid 64 --warm 0 --frames 4 --repeats 2 --json frames.json
holds frames.json 'r = rows[0]
assert "no pictures here" in r["note"] or min(r["ms_build"], r["ms_upload"], r["ms_draw"], r["ms_start_first_frame"]) > 0, r'
accepts --frames-cost --scene pool,river --grid 64 --warm 0 --frames 4 --repeats 1 --json frames.json
holds frames.json 'for scene in "river", "pool":
  parts = {r["variant"]: r for r in rows if r["name"] == "frames/" + scene}
  if "no pictures here" in next(iter(parts.values()))["note"]: continue
  assert {"build", "upload", "maps", "ground", "water", "post", "present", "frame"} <= set(parts), parts.keys()
  assert all(p["ms_part"]["lower_quartile"] <= p["ms_part"]["median"] <= p["ms_part"]["upper_quartile"] for p in parts.values()), parts
  assert parts["water"]["ms_part"]["lower_quartile"] > 0 and parts["frame"]["ms_total"] > parts["water"]["ms_total"], parts
  assert abs(sum(p["share_of_frame"] for n, p in parts.items() if n != "frame") - 1) < 0.02, parts' # names that are left out are not drawn

echo "tables for documents"
accepts --case all --grid 48 --objects 0,2 --frames 4 --repeats 2 --threads 1 --warm 0.1 --markdown --against fields.json
tables
for name in pool terrain dam pond rest valley crates frames frames/river 'rivals, membrane' 'rivals, pipe' 'rivals, swe' 'against a baseline'; do
  grep -q "^\*\*$name, times of this machine\*\*: " out || fail "--markdown has no table of $name: $(cat out)"
done
grep -q '^\*\*bytes\*\*: ' out || fail "--markdown: the bytes that must move are not times: $(cat out)"

echo "bodies and water"
rejects 2 --case --help -- --coupling --case creep,crawl
rejects 2 --method --help -- --coupling --method magic
rejects 2 --solver membrane -- --coupling --solver membrane
rejects 2 --grid -- --coupling --grid 64
rejects 2 --json -- --coupling --json ''
rejects 1 nowhere/a.json -- --coupling --json nowhere/a.json
accepts --coupling --help
for word in creep drift dam gate chaos cost displace subgrid layers --brief --method; do
  grep -q -- "$word" out || fail "--coupling --help does not say $word"
done
accepts --coupling --case creep --method subgrid,layers --json coupling.json
grep -qE '^creep +pipe +rms .* of layers.* <= 0\.06' out || fail "creep: no row against layers: $(cat out)"
holds coupling.json 'assert len(rows) == 21 and {r["case"] for r in rows} == {"creep"}
assert {r["method"] for r in rows} == {"subgrid", "layers"}
for r in rows:
  assert r["value"] > 0 and r["quantity"] and r["unit"] in ("m", "1"), r
  assert (r["expected"] is None) == (r["relation"] == ""), r'
holds coupling.json 'assert not any(r["is_time"] for r in rows)'
accepts --coupling --case impact --method displace
grep -q ' >= 1.5 ' out || fail "impact: $(cat out)"
grep -q '^impact pipe deepest crater.* m  *stated ' out || fail "impact: a row without a target is not stated: $(cat out)"
accepts --coupling --case impact --method displace --markdown
tables
cp out first
accepts --coupling --case impact --method displace --markdown
cmp -s first out || fail "--coupling --markdown: physics differ from run to run: $(diff first out)"
grep -q 'times of this machine' out && fail "impact has no times: $(cat out)"
accepts --coupling --case drift --method displace # which makes waves of centimetres where a millimetre is allowed
[ "$(grep -c ' <= 0.001 .* MISS' out)" -eq 6 ] || fail "drift: what misses its target is not marked: $(cat out)"

echo "$checks command lines, $failures failures"
[ $failures -eq 0 ]
