#!/usr/bin/env bash
# Draws the examples into this folder with `widerow render`, as users would.
set -euo pipefail
cd "$(dirname "$0")"
widerow=$(mktemp)
trap 'rm -f "$widerow"' EXIT
(cd ../.. && go build -o "$widerow" .)

draw() { # NAME EXAMPLE FLAG…
	local name=$1 example=$2
	shift 2
	"$widerow" render --theme light --titleblock --scale 2 "$@" -o "$name.png" "../../model/example/$example.json"
}

draw hotel-er hotel --diagram er
draw hotel-workflow hotel --diagram workflow
draw hotel-logical hotel --diagram logical --keyspace hotel
draw hotel-physical hotel --diagram physical --keyspace hotel --legend
draw reservation-physical hotel --diagram physical --keyspace reservation
draw sensors-er sensors --diagram er
draw sensors-workflow sensors --diagram workflow --key
draw sensors-logical sensors --diagram logical
draw sensors-physical sensors --diagram physical --legend
draw supermarket-physical supermarket --diagram physical --columns keys
draw logs-physical logs --diagram physical
draw suspensions-physical suspensions --diagram physical
draw likes-physical likes --diagram physical
draw videos-er videos --diagram er
draw magazine-physical-print magazine --diagram physical --theme print

# The README's: sites that show a repository block the fonts inside a picture.
"$widerow" render --theme light --text outlines -o ../hotel-physical.svg ../../model/example/hotel.json
