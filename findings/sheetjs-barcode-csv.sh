#!/usr/bin/env bash
# SheetJS saves a sheet as CSV with its barcodes in scientific notation.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts xlsx@0.18.5
echo 'Packages:' && npm ls --depth 0 | tail -n +2

cat <<'TEXT'
Expected:
  The number 4006381333931 of a cell without a format stands in the CSV with all its 13
  digits, which a double holds exactly.
Behaviour:
  The CSV has what the cell would show, 4.00638E+12, and whoever reads that file gets
  another number. The option rawNumbers, false by default, keeps the digits.
Output:
TEXT

cat >try.mjs <<'JS'
import XLSX from 'xlsx'

const sheet = XLSX.utils.json_to_sheet([{ name: 'Pens', barcode: 4006381333931 }])
const csv = XLSX.utils.sheet_to_csv(sheet)
console.log(csv)
const again = XLSX.read(csv, { type: 'string' }).Sheets.Sheet1
console.log('read again:', XLSX.utils.sheet_to_json(again)[0].barcode)
console.log(XLSX.utils.sheet_to_csv(sheet, { rawNumbers: true }))
JS

cat >known.txt <<'TEXT'
name,barcode
Pens,4.00638E+12
read again: 4006380000000
name,barcode
Pens,4006381333931
TEXT

node try.mjs | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
