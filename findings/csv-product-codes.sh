#!/usr/bin/env bash
# Reading a price list with exceljs or SheetJS changes codes of articles, and a blank stock is 0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts exceljs@4.4.0 xlsx@0.18.5
echo 'Packages:' && npm ls --depth 0 | tail -n +2

cat <<'TEXT'
Expected:
  Cells of a CSV are text. A reader that makes numbers of some leaves those alone that would
  lose characters: leading zeros, codes such as 4E5 or 1-2. A blank is not a number.
Behaviour:
  Both turn 0012345678905 into 12345678905 and 4E5 into 400000; SheetJS makes a date of
  1-2 (the serial number of 2 January 2001), exceljs makes 0 of a blank.
Output:
TEXT

cat >try.mjs <<'JS'
import { Readable } from 'node:stream'
import ExcelJS from 'exceljs'
import XLSX from 'xlsx'

const csv = 'code,stock\n0012345678905,5\n4E5,5\n1-2,5\nA1, \n'
const sheet = await new ExcelJS.Workbook().csv.read(Readable.from([csv]))
const { Sheets } = XLSX.read(csv, { type: 'string' })
console.log('exceljs:', JSON.stringify(sheet.getSheetValues().slice(2).map((row) => row.slice(1))))
const rows = XLSX.utils.sheet_to_json(Sheets.Sheet1, { header: 1 })
console.log('SheetJS:', JSON.stringify(rows.slice(1)))
JS

cat >known.txt <<'TEXT'
exceljs: [[12345678905,5],[400000,5],["1-2",5],["A1",0]]
SheetJS: [[12345678905,5],[400000,5],[36893,5],["A1"," "]]
TEXT

TZ=UTC node try.mjs | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
