#!/usr/bin/env bash
# CLDR's table of cash rounding does not know the dollars of Australia and New Zealand.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts cldr-core@48.2.0
echo 'Packages:' && npm ls --depth 0 | tail -n +2

cat <<'TEXT'
Expected:
  supplemental/currencyData.json says for every currency in what steps cash is paid, as it
  does for CHF and CAD: 5 cents in Australia, whose smallest coin is that, 10 cents in New
  Zealand.
Behaviour:
  AUD and NZD have no entry, so the defaults count: two digits and no rounding. EUR has none
  either, although shops in Finland and the Netherlands round to 5 cents. HUF has 5 and 0
  digits where ISO 4217 says 2, and DKK has 50.
Output:
TEXT

cat >try.mjs <<'JS'
import { createRequire } from 'node:module'

const file = 'cldr-core/supplemental/currencyData.json'
const { fractions } = createRequire(import.meta.url)(file).supplemental.currencyData
for (const code of ['CHF', 'CAD', 'DKK', 'HUF', 'AUD', 'NZD', 'EUR', 'DEFAULT'])
  console.log(code, JSON.stringify(fractions[code]))
JS

cat >known.txt <<'TEXT'
CHF {"_rounding":"0","_digits":"2","_cashRounding":"5"}
CAD {"_rounding":"0","_digits":"2","_cashRounding":"5"}
DKK {"_rounding":"0","_digits":"2","_cashRounding":"50"}
HUF {"_rounding":"0","_digits":"0","_cashRounding":"5"}
AUD undefined
NZD undefined
EUR undefined
DEFAULT {"_rounding":"0","_digits":"2"}
TEXT

node try.mjs | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
