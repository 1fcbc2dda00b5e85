#!/usr/bin/env bash
# Two libraries for money round a refund by another cent than the sale.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts \
  currency.js@2.0.4 dinero.js@2.0.2
echo 'Packages:' && npm ls --depth 0 | tail -n +2

cat <<'TEXT'
Expected:
  An amount and its opposite round to opposite amounts, so that a sale and its full refund
  add up to nothing.
Behaviour:
  currency.js rounds halves up, toward plus infinity: 1.005 to 1.01, -1.005 to -1.00.
  transformScale of dinero.js rounds down by default, toward minus infinity: 1.005 to 1.00,
  -1.005 to -1.01.
Output:
TEXT

cat >try.mjs <<'JS'
import currency from 'currency.js'
import { dinero, toDecimal, transformScale } from 'dinero.js'
import { EUR } from 'dinero.js/currencies'

const [sale, refund] = [currency(1.005), currency(-1.005)]
console.log('currency.js:', sale.toString(), refund.toString(), 'sum', sale.add(refund).value)
const rounded = (amount) =>
  toDecimal(transformScale(dinero({ amount, currency: EUR, scale: 3 }), 2))
console.log('dinero.js:', rounded(1_005), rounded(-1_005))
JS

cat >known.txt <<'TEXT'
currency.js: 1.01 -1.00 sum 0.01
dinero.js: 1.00 -1.01
TEXT

node try.mjs | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
