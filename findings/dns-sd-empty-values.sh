#!/usr/bin/env bash
# bonjour-service names a printer's field "note=" rather than "note" when it is empty.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts bonjour-service@1.4.4
echo 'Packages:' && npm ls --depth 0 | tail -n +2

cat <<'TEXT'
Expected:
  In the TXT record of a printer "note=" is the field note with an empty value, and "Fax" is
  one without a value (RFC 6763, 6.4). Both are found under their names.
Behaviour:
  An empty field gets the name "note=" and the value undefined, so that txt.note looks as if
  the printer had sent none.
Output:
TEXT

cat >try.mjs <<'JS'
import dnsTxt from 'bonjour-service/dist/lib/dns-txt.js'

const record = ['txtvers=1', 'rp=printers/kitchen', 'note=', 'Fax'].map((field) => Buffer.from(field))
const txt = new dnsTxt.DnsTxt().decodeAll(record)
for (const [name, value] of Object.entries(txt)) console.log(JSON.stringify(name), value)
console.log('note' in txt)
JS

cat >known.txt <<'TEXT'
"txtvers" 1
"rp" printers/kitchen
"note=" undefined
"Fax" undefined
false
TEXT

node try.mjs | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
