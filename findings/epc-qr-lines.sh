#!/usr/bin/env bash
# Two generators of SEPA payment codes put words in a reference's place, and a bank nobody named.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts \
  iban-qr-code@1.0.0 sepa-qr@0.0.2 sepa-payment-qr-code@2.0.2 jsqr@1.4.0 pngjs@7.0.0
echo 'Packages:' && npm ls --depth 0 | tail -n +2

cat <<'TEXT'
Expected:
  The lines of an EPC code (EPC069-12) have fixed meanings: 5 the BIC, empty if unknown, 10 a
  structured creditor reference, 11 words for the payee. What is not given stays empty.
Behaviour:
  iban-qr-code fills what is missing with a sample: the BIC DEZZZYYYXXX and "Testsubject" as
  the payment's purpose. sepa-qr writes its "remittance" into line 10, where only a reference
  stands, though its first page calls it with words; words need "information", which is the
  name of line 12. sepa-payment-qr-code does what one expects.
Output:
TEXT

cat >try.mjs <<'JS'
import { girocode } from 'iban-qr-code'
import jsqr from 'jsqr'
import { PNG } from 'pngjs'
import sepaPaymentQr from 'sepa-payment-qr-code'
import sepaQr from 'sepa-qr'

async function read(stream) {
  const picture = PNG.sync.read(Buffer.concat(await stream.toArray()))
  return jsqr(new Uint8ClampedArray(picture.data), picture.width, picture.height).data
}
const payee = { name: 'Cafe Central', iban: 'DE89370400440532013000', amount: 12.5 }
const words = 'Table 7'
const texts = {
  'iban-qr-code': girocode(payee),
  'sepa-qr remittance': await read(sepaQr({ ...payee, remittance: words })),
  'sepa-qr information': await read(sepaQr({ ...payee, information: words })),
  'sepa-payment-qr-code': sepaPaymentQr({ ...payee, unstructuredReference: words }),
}
for (const [name, text] of Object.entries(texts)) {
  const lines = text.split('\n')
  const [bic, reference, purpose] = [lines[4], lines[9], lines[10]].map((line) => line || '-')
  console.log(`${name}: BIC ${bic}, reference ${reference}, words ${purpose}`)
}
JS

cat >known.txt <<'TEXT'
iban-qr-code: BIC DEZZZYYYXXX, reference -, words Testsubject
sepa-qr remittance: BIC -, reference Table 7, words -
sepa-qr information: BIC -, reference -, words Table 7
sepa-payment-qr-code: BIC -, reference -, words Table 7
TEXT

node try.mjs | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
