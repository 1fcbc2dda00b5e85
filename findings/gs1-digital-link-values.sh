#!/usr/bin/env bash
# digital-link.js refuses a Digital Link in capitals, and breaks on a lot with a slash.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts \
  digital-link.js@1.4.3 @point-of-sale/barcode-parser@1.0.4
echo 'Packages:' && npm ls --depth 0 | tail -n +2

cat <<'TEXT'
Expected:
  Scheme and host of a web address may stand in capitals, which make a smaller QR code, and
  the grammar that the package ships (RFC 5234: quoted text in either case) allows HTTPS.
  The lot A/B goes into a GS1 Digital Link as A%2FB and comes out as A/B.
Behaviour:
  digital-link.js refuses the capitals as "no http(s)". It gives the lot back as A%2FB, and
  writes A/B as it is, which adds a step to the path: the link is invalid.
  @point-of-sale/barcode-parser reads both.
Output:
TEXT

cat >try.mjs <<'JS'
import { GS1 } from '@point-of-sale/barcode-parser'
import digitalLink from 'digital-link.js'

const { DigitalLink } = digitalLink
const lot = (value) => GS1.parse({ value, symbology: 'qr-code' }).elements[1]?.value
const attempt = (read) => {
  try {
    return read()
  } catch (error) {
    return `error: ${error.message}`
  }
}
const links = [
  'https://id.gs1.org/01/09501101530003/10/A%2FB',
  'HTTPS://ID.GS1.ORG/01/09501101530003/10/A%2FB',
]
for (const link of links) {
  console.log(link)
  console.log('  barcode-parser:', lot(link))
  console.log('  digital-link.js:', attempt(() => DigitalLink(link).getKeyQualifier('10')))
}
const written = DigitalLink({
  domain: 'https://id.gs1.org',
  identifier: { '01': '09501101530003' },
  keyQualifiers: { 10: 'A/B' },
})
console.log('digital-link.js writes', written.toWebUriString(), 'valid:', written.isValid())
JS

cat >known.txt <<'TEXT'
https://id.gs1.org/01/09501101530003/10/A%2FB
  barcode-parser: A/B
  digital-link.js: A%2FB
HTTPS://ID.GS1.ORG/01/09501101530003/10/A%2FB
  barcode-parser: A/B
  digital-link.js: error: String input must contain http(s) protocol
digital-link.js writes https://id.gs1.org/01/09501101530003/10/A/B valid: false
TEXT

node try.mjs | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
