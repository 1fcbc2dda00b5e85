#!/usr/bin/env bash
# dinero.js cannot write an amount in Malagasy ariary as a decimal number.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts \
  dinero.js@2.0.2 currency-codes@2.2.0
echo 'Packages:' && npm ls --depth 0 | tail -n +2

cat <<'TEXT'
Expected:
  ISO 4217 gives MGA and MRU two digits; with its own currency tables toDecimal() writes
  every amount as a decimal number.
Behaviour:
  dinero.js counts MGA and MRU in fifths (base 5, exponent 1), against two digits in
  currency-codes, and toDecimal() throws. 1300 stored as hundredths becomes 260 ariary.
Output:
TEXT

cat >try.mjs <<'JS'
import codes from 'currency-codes'
import { dinero, toDecimal, toUnits } from 'dinero.js'
import { EUR, MGA, MRU } from 'dinero.js/currencies'

for (const currency of [EUR, MGA, MRU]) {
  const price = dinero({ amount: 1_300, currency })
  let decimal
  try {
    decimal = toDecimal(price)
  } catch (error) {
    decimal = error.message
  }
  const { digits } = codes.code(currency.code)
  console.log(currency.code, 'currency-codes:', digits, 'dinero.js:', toUnits(price), decimal)
}
JS

cat >known.txt <<'TEXT'
EUR currency-codes: 2 dinero.js: [ 13, 0 ] 13.00
MGA currency-codes: 2 dinero.js: [ 260, 0 ] [Dinero.js] Currency is not decimal.
MRU currency-codes: 2 dinero.js: [ 260, 0 ] [Dinero.js] Currency is not decimal.
TEXT

node try.mjs | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
