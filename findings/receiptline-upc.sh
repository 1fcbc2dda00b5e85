#!/usr/bin/env bash
# receiptline prints the barcode of another article when a UPC-A has the zero of its EAN-13.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts receiptline@4.0.4
echo 'Packages:' && npm ls --depth 0 | tail -n +2

cat <<'TEXT'
Expected:
  0036000291452 is UPC-A 036000291452 with the leading zero that many scanners send. With
  the option upc it prints that article's bars, or none.
Behaviour:
  receiptline sends the first eleven digits, 00360002914, and leaves the check digit to the
  printer: the bars are valid and stand for another article. A check digit that does not
  fit (EAN-13 ending in 0 rather than 1) is dropped as silently.
Output:
TEXT

cat >try.mjs <<'JS'
import receiptline from 'receiptline'

// GS k A (UPC-A) and GS k C (EAN-13), the length, the digits
const digits = (code, option) => {
  const source = `{code:${code}; option:${option}}`
  const bytes = receiptline.transform(source, { cpl: 32, encoding: 'cp437', command: 'escpos' })
  return /\x1dk[AC][\x0b\x0c](\d+)/.exec(bytes)?.[1]
}
console.log('upc 036000291452:', digits('036000291452', 'upc'))
console.log('upc 0036000291452:', digits('0036000291452', 'upc'))
console.log('ean 4006381333931:', digits('4006381333931', 'ean'))
console.log('ean 4006381333930:', digits('4006381333930', 'ean'))
JS

cat >known.txt <<'TEXT'
upc 036000291452: 03600029145
upc 0036000291452: 00360002914
ean 4006381333931: 400638133393
ean 4006381333930: 400638133393
TEXT

node try.mjs | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
