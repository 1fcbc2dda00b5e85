#!/usr/bin/env bash
# bip21 writes "amount=1e-8" for one satoshi, which is no amount of a payment URI.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts bip21@3.0.0
echo 'Packages:' && npm ls --depth 0 | tail -n +2

cat <<'TEXT'
Expected:
  The amount of a bitcoin: URI is digits with at most one point, as BIP 21's grammar has it:
  one satoshi is amount=0.00000001.
Behaviour:
  encode() writes the number as JavaScript prints it, and below 100 satoshis that is with an
  exponent. Its own decode() reads it, so that a test of both sees nothing; a wallet that
  keeps to the grammar refuses it. An amount passed as text is written as it is.
Output:
TEXT

cat >try.mjs <<'JS'
import { decode, encode } from 'bip21'

const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const grammar = /[?&]amount=\d*(\.\d*)?(&|$)/
for (const amount of [0.000001, 0.00000099, 0.00000001, '0.00000001']) {
  const uri = encode(address, { amount })
  const { options } = decode(uri)
  console.log(uri.slice(uri.indexOf('?')), 'valid:', grammar.test(uri), 'read:', options.amount)
}
JS

cat >known.txt <<'TEXT'
?amount=0.000001 valid: true read: 0.000001
?amount=9.9e-7 valid: false read: 9.9e-7
?amount=1e-8 valid: false read: 1e-8
?amount=0.00000001 valid: true read: 1e-8
TEXT

node try.mjs | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
