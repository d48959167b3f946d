#!/usr/bin/env bash
# weir --out: rows and maps as docs/results.md describes them, also of runs that end early, and read by GDAL, with which QGIS and most others
# read. Usage: results_test.sh PROGRAM GEO_GRIDS
set -u
export LC_ALL=C
program=$(realpath "${1:?usage: results_test.sh PROGRAM GEO_GRIDS}")
geo_grids=$(realpath "${2:?usage: results_test.sh PROGRAM GEO_GRIDS}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
unset DISPLAY WAYLAND_DISPLAY
failures=0
maps="depth_max speed_max hazard_max arrival depth_last"

fail() {
  echo "FAIL: $*"
  failures=$((failures + 1))
}

cat >flume.scene <<'SCENE'
[scene]
title = A dam break in a flume
solver = swe
grid = 120 40
cell = 0.25
[terrain]
shape = flat
[water]
pool = 0 0 0.4 1 1.5
[gauges]
gauge = upstream 0.2 0.5
gauge = down-stream_2 0.9 0.25
line = middle 0.5 0 0.5 1
SCENE

rows() { # file -> its rows below the head, all with as many columns as that
  awk -F, 'NR == 1 { wanted = NF } NF != wanted { bad = 1 } END { print bad ? "uneven" : NR - 1 }' "$1" 2>/dev/null
}

echo "rows"
"$program" --headless --seconds 2 flume.scene --out out 2>err || fail "a run of 2 s: $(cat err)"
[ ! -s err ] || fail "a run says: $(cat err)"
wanted=time_s
for gauge in upstream down-stream_2; do
  for column in level_m depth_m velocity_x_m_s velocity_z_m_s; do wanted+=,${gauge}_$column; done
done
[ "$(head -1 out/gauges.csv)" = "$wanted" ] || fail "the head of gauges.csv: $(head -1 out/gauges.csv)"
[ "$(head -1 out/lines.csv)" = time_s,middle_discharge_m3_s ] || fail "the head of lines.csv: $(head -1 out/lines.csv)"
for file in gauges lines; do
  [ "$(rows out/$file.csv)" = 21 ] || fail "$file.csv of 2 s has $(rows out/$file.csv) rows; 21 are wanted"
done
[ "$(cut -d, -f1 out/gauges.csv | sed -n '2p;3p;$p' | tr '\n' ' ')" = "0 0.1 2 " ] || fail "times: $(cut -d, -f1 out/gauges.csv | tr '\n' ' ')"
[ "$(sed -n 2p out/gauges.csv)" = 0,1.5,1.5,0,0,0,0,0,0 ] || fail "the first row: $(sed -n 2p out/gauges.csv)"
# The line goes from north to south: what flows to the east comes from its right.
awk -F, 'END { exit !($2 < -5 && $2 > -40) }' out/lines.csv || fail "the discharge at 2 s: $(tail -1 out/lines.csv)"
"$program" --headless --steps 10 flume.scene --out ticks --out-every 0 2>err || fail "a row a tick: $(cat err)"
[ "$(rows ticks/gauges.csv)" = 11 ] || fail "10 ticks have $(rows ticks/gauges.csv) rows; 11 are wanted"

echo "maps"
for map in $maps; do
  [ "$(sed -n '1,6s/ .*//p' out/$map.asc | tr '\n' ' ')" = "ncols nrows xllcorner yllcorner cellsize NODATA_value " ] || fail "the head of $map.asc"
  [ "$(sed 1,6d out/$map.asc | wc -lw | tr -s ' ')" = " 40 4800" ] || fail "$map.asc has $(sed 1,6d out/$map.asc | wc -lw) lines and values"
  [ "$(head -c 4 out/$map.png | tail -c 3)" = PNG ] || fail "$map.png is not a picture"
done
# Row 20: the greatest depth of the deep end is what it began with, the flood comes to each cell later than to the one before.
sed -n 26p out/depth_max.asc | awk '{ exit !($1 == 1.5 && $60 > 0.3 && $120 == 0) }' || fail "greatest depths: $(sed -n 26p out/depth_max.asc)"
sed -n 26p out/arrival.asc | awk '{ for (i = 1; i <= NF; i++) if ($i >= 0) { n++; bad += $i < last; last = $i } exit !(n > 20 && !bad && $1 == -9999 && $120 == -9999) }' ||
  fail "times of arrival: $(sed -n 26p out/arrival.asc)"

echo "early ends"
# ends SIGNAL FOLDER: a run without end gets the signal when it has some rows.
ends() {
  local tries=0
  "$program" --headless --seconds 1e7 flume.scene --out "$2" >out.txt 2>err </dev/null &
  local pid=$!
  while [ "$(rows "$2/gauges.csv")" -lt 5 ] 2>/dev/null && [ $tries -lt 400 ] || [ ! -s "$2/gauges.csv" ]; do
    sleep 0.05
    tries=$((tries + 1))
    [ $tries -lt 400 ] || break
  done
  kill -"$1" $pid
  wait $pid
  status=$?
}
for signal in INT TERM; do
  ends $signal early_$signal
  [ $status = 1 ] || fail "status $status after SIG$signal"
  [ "$(wc -l <err)" = 1 ] || fail "SIG$signal: $(cat err)"
  [ "$(rows early_$signal/gauges.csv)" -ge 5 ] || fail "$(rows early_$signal/gauges.csv) rows after SIG$signal"
  for map in $maps; do
    [ -s early_$signal/$map.asc ] && [ -s early_$signal/$map.png ] || fail "no $map after SIG$signal"
  done
done
ends KILL killed 2>/dev/null
[ "$(rows killed/gauges.csv)" -ge 5 ] && [ "$(rows killed/lines.csv)" -ge 5 ] || fail "$(rows killed/gauges.csv) rows of a run that was killed"

echo "a law"
"$program" dam-break --headless --seconds 4 --out law >/dev/null 2>&1 || fail "a law: exit status $?"
[ "$(head -1 law/law.csv)" = "time_s,at,measured,expected,off_percent" ] || fail "a law: $(head -1 law/law.csv)"
[ "$(rows law/law.csv)" = 41 ] || fail "a law: $(rows law/law.csv) rows, not 41"
[ -e out/law.csv ] && fail "a law: a scene without one has law.csv"

echo "rules"
cat >rules.scene <<'SCENE'
[scene]
solver = swe
grid = 32 16
cell = 0.5
[terrain]
shape = flat
[water]
pool = 0 0 1 1 1
[machines]
pump = 0.2 0.5 0.8 0.5 1 0
[rules]
rule = after 1 pump 1 0.5
rule = every 0.5 pump 1 0.1
SCENE
"$program" rules.scene --headless --seconds 2.2 --out rules >/dev/null 2>&1 || fail "rules: exit status $?"
expected='time_s,rule,text 0.5,2,"every 0.5 pump 1 0.1" 1,1,"after 1 pump 1 0.5" 1,2,"every 0.5 pump 1 0.1" 1.5,2,"every 0.5 pump 1 0.1" 2,2,"every 0.5 pump 1 0.1" '
[ "$(tr '\n' ' ' <rules/rules.csv)" = "$expected" ] || fail "rules: $(cat rules/rules.csv)"
[ -e out/rules.csv ] && fail "rules: a scene without any has rules.csv"

echo "refusals"
# refuses STATUS WORDS -- ARGUMENTS: ends so, with one line that has WORDS.
refuses() {
  local wanted=$1 words=$2 got
  shift 3
  "$program" "$@" >out.txt 2>err </dev/null
  got=$?
  [ $got = "$wanted" ] && [ "$(wc -l <err)" = 1 ] && grep -qF -- "$words" err || fail "weir $*: status $got: $(cat err)"
}
touch file
refuses 1 "--out: file: is not a folder" -- --headless --steps 1 flume.scene --out file
refuses 1 "--out: file/below: " -- --headless --steps 1 flume.scene --out file/below
refuses 2 "--out-every: " -- --headless --steps 1 flume.scene --out-every 1
refuses 2 "--compare" -- --headless --seconds 1 flume.scene --compare pipe,swe --out compared
refuses 2 "--out-every" -- --headless --steps 1 flume.scene --out out --out-every soon
[ ! -e compared ] || fail "a refused run makes its folder"
mkdir small
if mount -t tmpfs -o size=40k tmpfs small 2>/dev/null; then # a disk with room for some rows
  refuses 1 "No space left" -- --headless --seconds 60 flume.scene --out small --out-every 0
  umount small
else
  echo "(no small disk can be mounted here)"
fi

if ! command -v gdalinfo >/dev/null || ! command -v gdal_translate >/dev/null; then
  echo "not run: what GDAL reads, as gdal-bin is not installed"
  [ $failures = 0 ] && exit 77
  exit 1
fi
echo "what GDAL reads"
# reads FILE WORDS...: gdalinfo has each of them, with blanks as single ones.
reads() {
  local file=$1 words info
  shift
  info=$(gdalinfo "$file" 2>&1 | tr -s ' ')
  for words in "$@"; do
    case $info in *"$words"*) ;; *) fail "$file: gdalinfo has no '$words': $info" ;; esac
  done
}
endings=asc
[ ! -e out/depth_max.tif ] || endings="asc tif"
[ "$endings" != asc ] || echo "(this build has no libtiff)"
for folder in out early_INT; do
  for map in $maps; do
    for ending in $endings; do
      reads $folder/$map.$ending "Size is 120, 40" "Origin = (0.000000000000000,10.000000000000000)" \
        "Pixel Size = (0.250000000000000,-0.250000000000000)" "Lower Right ( 30.0000000, 0.0000000)" "NoData Value=-9999" "Type=Float32"
    done
  done
done
"$geo_grids" || fail "geo_grids"
for ending in $endings; do
  reads utm.$ending "Size is 3, 2" "Origin = (500010.500000000000000,4100200.250000000000000)" "Pixel Size = (2.500000000000000,-2.500000000000000)"
  reads degrees.$ending "Origin = (-84.250000000000000,36.500000000000000)" "Pixel Size = (0.000277777777778,-0.000277777777778)"
done
# Both files of a map are equal to the bit, nodata too, and go on to other formats.
if [ "$endings" != asc ]; then
  reads utm.tif 'PROJCRS["WGS 84 / UTM zone 16N"' 'ID["EPSG",32616]' "AREA_OR_POINT=Area" "COMPRESSION=DEFLATE"
  reads degrees.tif 'GEOGCRS["WGS 84"' 'ID["EPSG",4326]'
  for map in out/depth_max out/speed_max out/hazard_max out/arrival out/depth_last utm; do
    { gdal_translate -q -of ENVI $map.tif tif.bin && gdal_translate -q -of ENVI -ot Float32 $map.asc asc.bin; } 2>err || fail "$map: gdal_translate: $(cat err)"
    cmp -s tif.bin asc.bin || fail "$map.asc and $map.tif differ"
    gdal_translate -q -of XYZ $map.tif xyz.txt 2>err && [ "$(wc -l <xyz.txt)" -ge 6 ] || fail "$map to XYZ: $(cat err)"
  done
  gdal_translate -q -of PNG -ot UInt16 -scale 0 2 0 65535 out/depth_max.tif grey.png 2>err && [ -s grey.png ] || fail "to PNG: $(cat err)"
fi

echo "$failures failures"
[ $failures = 0 ]
