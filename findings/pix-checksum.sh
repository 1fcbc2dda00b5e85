#!/usr/bin/env bash
# pix-payload drops the leading zero of the checksum: one Pix code in sixteen is invalid.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts \
  pix-payload@1.0.4 gpix@1.1.8 promptparse@1.6.0
echo 'Packages:' && npm ls --depth 0 | tail -n +2

cat <<'TEXT'
Expected:
  Every EMV code of a merchant, and so every Pix code, ends with 6304 and four hexadecimal
  digits of checksum. If one sale's code is good, the next sale's is too.
Behaviour:
  pix-payload writes the checksum without leading zeros and counts what is left: 6303D83.
  Which sales that hits depends on each text, about one in sixteen; here 64 sales differ by
  their transaction ID alone. gpix pads it. promptparse, a reader of EMV codes, refuses the
  short ones.
Output:
TEXT

cat >try.mjs <<'JS'
import gpix from 'gpix/dist/index.js'
import pixPayload from 'pix-payload'
import { parse } from 'promptparse'

const merchant = { key: 'caixa@example.com', name: 'Padaria Central', city: 'Sao Paulo' }
const writers = {
  'pix-payload': (transactionId) =>
    pixPayload.payload({ ...merchant, amount: 12.5, transactionId }),
  gpix: (transactionId) =>
    gpix.PIX.static()
      .setReceiverName(merchant.name)
      .setReceiverCity(merchant.city)
      .setKey(merchant.key)
      .setIdentificator(transactionId)
      .setAmount(12.5)
      .getBRCode(),
}
for (const [name, write] of Object.entries(writers)) {
  const codes = Array.from({ length: 64 }, (_, i) => write(`VENDA${i + 1}`))
  const invalid = codes.filter((code) => !/6304[0-9A-F]{4}$/.test(code))
  const refused = codes.filter((code) => parse(code, true) === null)
  console.log(`${name}: ${invalid.length} of 64 invalid, ${refused.length} refused`)
  if (invalid.length > 0) console.log(' ', invalid.map((code) => code.slice(-7)).join(' '))
}
JS

cat >known.txt <<'TEXT'
pix-payload: 7 of 64 invalid, 7 refused
  6303D83 6303EE6 6303FC5 6303A01 630382C 6303B22 6303847
gpix: 0 of 64 invalid, 0 refused
TEXT

node try.mjs | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
