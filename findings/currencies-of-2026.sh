#!/usr/bin/env bash
# Tables of currencies lack Curaçao's guilder and still have Bulgaria's lev.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts \
  currency-codes@2.2.0 dinero.js@2.0.2
echo 'Packages:' && npm ls --depth 0 | tail -n +2

cat <<'TEXT'
Expected:
  In late 2026 the newest release of a table has the Caribbean guilder XCG, which replaced
  ANG in March 2025, and no longer BGN, since Bulgaria has paid in euros from January 2026.
Behaviour:
  currency-codes has ANG and not XCG, so that a shop in Willemstad cannot be set up with it.
  dinero.js has XCG. Both have BGN.
Output:
TEXT

cat >try.mjs <<'JS'
import codes from 'currency-codes'
import * as dinero from 'dinero.js/currencies'

console.log('currency-codes is of', codes.publishDate)
for (const code of ['ANG', 'XCG', 'BGN', 'HRK'])
  console.log(code, 'currency-codes:', Boolean(codes.code(code)), 'dinero.js:', code in dinero)
JS

cat >known.txt <<'TEXT'
currency-codes is of 2024-06-25
ANG currency-codes: true dinero.js: false
XCG currency-codes: false dinero.js: true
BGN currency-codes: true dinero.js: true
HRK currency-codes: false dinero.js: false
TEXT

node try.mjs | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
