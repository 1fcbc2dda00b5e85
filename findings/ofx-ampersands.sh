#!/usr/bin/env bash
# Three readers of a bank's OFX file know a payee with an ampersand by three names.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts \
  ofx-js@1.1.1 node-ofx-parser@0.5.1 ofx-data-extractor@1.5.0
echo 'Packages:' && npm ls --depth 0 | tail -n +2

cat <<'TEXT'
Expected:
  OFX 1 is SGML and escapes the ampersand: the bank's <NAME>BAKER &amp; SONS is the payee
  "BAKER & SONS".
Behaviour:
  ofx-js says so. ofx-data-extractor leaves it escaped, and node-ofx-parser escapes what is
  escaped two times more. A rule that books by the payee's name fits one of the three.
  ofx-data-extractor also calls the transactions STRTTRN; the file says STMTTRN.
Output:
TEXT

cat >statement.ofx <<'OFX'
OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

<OFX>
<BANKMSGSRSV1>
<STMTTRNRS>
<STMTRS>
<CURDEF>EUR
<BANKTRANLIST>
<DTSTART>20261101
<DTEND>20261130
<STMTTRN>
<TRNTYPE>DEBIT
<DTPOSTED>20261103
<TRNAMT>-12.50
<FITID>1
<NAME>BAKER &amp; SONS
</STMTTRN>
<STMTTRN>
<TRNTYPE>CREDIT
<DTPOSTED>20261104
<TRNAMT>80.00
<FITID>2
<NAME>CARD SALES
</STMTTRN>
</BANKTRANLIST>
</STMTRS>
</STMTTRNRS>
</BANKMSGSRSV1>
</OFX>
OFX
cat >try.mjs <<'JS'
import { readFileSync } from 'node:fs'
import nodeOfxParser from 'node-ofx-parser'
import { Ofx } from 'ofx-data-extractor'
import { parse } from 'ofx-js'

const text = readFileSync('statement.ofx', 'utf8')
const read = {
  'ofx-js': await parse(text),
  'node-ofx-parser': nodeOfxParser.parse(text),
  'ofx-data-extractor': new Ofx(text).toJson(),
}
for (const [name, { OFX }] of Object.entries(read)) {
  const list = OFX.BANKMSGSRSV1.STMTTRNRS.STMTRS.BANKTRANLIST
  const [key, transactions] = Object.entries(list).find(([, value]) => Array.isArray(value))
  console.log(`${name}: ${key} ${transactions[0].NAME}`)
}
JS

cat >known.txt <<'TEXT'
ofx-js: STMTTRN BAKER & SONS
node-ofx-parser: STMTTRN BAKER &amp;amp;amp; SONS
ofx-data-extractor: STRTTRN BAKER &amp; SONS
TEXT

node try.mjs | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
