#!/usr/bin/env bash
# Validators refuse valid UPC-E codes, whose 8 digits are not a GTIN-8.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts \
  gtin@1.0.2 barcoder@2.0.1 gtin-validator@1.0.0
echo 'Packages:' && npm ls --depth 0 | tail -n +2

cat <<'TEXT'
Expected:
  04252614, as a scanner sends a UPC-E, is a valid code: it stands for UPC-A 042100005264,
  whose check digit it ends with.
Behaviour:
  All three take 8 digits as a GTIN-8 and refuse the code; gtin accepts what its own
  upcE.expand() makes of it. 01234565 passes in two of them by accident: its last digit fits
  both rules.
Output:
TEXT

cat >try.mjs <<'JS'
import barcoder from 'barcoder'
import gtin from 'gtin'
import validator from 'gtin-validator'

for (const code of ['04252614', '01234565']) {
  const expanded = gtin.upcE.expand(code)
  console.log(`${code} = ${expanded}`)
  console.log('  gtin:', gtin.isValid(code), 'expanded:', gtin.isValid(expanded))
  console.log('  barcoder:', barcoder.validate(code))
  console.log('  gtin-validator:', validator.isValidGTIN(code))
}
JS

cat >known.txt <<'TEXT'
04252614 = 042100005264
  gtin: false expanded: true
  barcoder: false
  gtin-validator: false
01234565 = 012345000065
  gtin: true expanded: true
  barcoder: false
  gtin-validator: true
TEXT

node try.mjs | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
