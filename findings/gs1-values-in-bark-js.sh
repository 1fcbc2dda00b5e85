#!/usr/bin/env bash
# bark-js reads the price of a GS1 label with its currency's number in front, and the end of
# a month as day 0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts \
  bark-js@1.2.1 gs1-barcode-parser-mod@1.2.1
echo 'Packages:' && npm ls --depth 0 | tail -n +2

cat <<'TEXT'
Expected:
  Element 3932 has the ISO number of a currency, then an amount with two decimals: 9781250 is
  12.50 euros. A date with day 00 is the last day of its month (GS1 General Specifications).
Behaviour:
  bark-js has 97812.50 in value, the field that has the amounts of all other elements, and
  the amount apart; its value of the date is 2026-02-00, which is none. gs1-barcode-parser-mod
  reads both.
Output:
TEXT

cat >try.mjs <<'JS'
import bark from 'bark-js'
import parser from 'gs1-barcode-parser-mod'

for (const element of ['3922' + '1250', '3932' + '978' + '1250', '17' + '260200']) {
  const [{ value, amount }] = bark(element).elements
  const [{ data, unit, isoDate }] = parser.parseBarcode(`]C1${element}`).parsedCodeItems
  console.log(element)
  console.log('  bark-js: value', value, 'amount', amount)
  console.log('  gs1-barcode-parser-mod:', isoDate || data, unit)
}
JS

cat >known.txt <<'TEXT'
39221250
  bark-js: value 12.50 amount undefined
  gs1-barcode-parser-mod: 12.5 
39329781250
  bark-js: value 97812.50 amount 12.50
  gs1-barcode-parser-mod: 12.5 978
17260200
  bark-js: value 2026-02-00 amount undefined
  gs1-barcode-parser-mod: 2026-02-28 
TEXT

node try.mjs | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
