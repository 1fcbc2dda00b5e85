#!/usr/bin/env bash
# mt940-js counts a reversed receipt as a receipt; at New Year three readers book a year early.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts \
  mt940-js@1.0.0 tslib@2.8.1 mt940js@1.3.5 @centrapay/swift-parser@1.0.1
echo 'Packages:' && npm ls --depth 0 | tail -n +2

cat <<'TEXT'
Expected:
  In field 61 of a bank's MT940 statement, RC is the reversal of a credit, a debit entry: it
  takes money off the account, as the closing balance says. The entry date is a month and a
  day only; 0102 beside the value date 251231 is 2 January 2026.
Behaviour:
  mt940-js gives RC isCredit true and RD false, without another mark, so that 12.50 received
  and returned adds up to 25. mt940js and @centrapay/swift-parser get the signs right. All
  three take the entry's year from the value date: it was booked in January 2025.
Output:
TEXT

cat >try.mjs <<'JS'
import { parse } from '@centrapay/swift-parser'
import mt940Js from 'mt940-js'
import mt940js from 'mt940js'

const statement = `:20:STATEMENT
:25:10020030/1234567
:28C:5/1
:60F:C251230EUR1000,00
:61:2512311231C12,50NTRFNONREF//B1
:86:PAYMENT OF A CUSTOMER
:61:2512310102RC12,50NTRFNONREF//B2
:86:THE SAME PAYMENT RETURNED
:62F:C260102EUR1000,00
-
`
const day = (date) => new Date(date).toISOString().slice(0, 10)
const show = (name, lines) => console.log(`${name}:`, lines.join(' | '))
const [first] = await mt940Js.read(Buffer.from(statement))
show(
  'mt940-js',
  first.transactions.map((t) => `${t.isCredit ? '+' : '-'}${t.amount} on ${t.entryDate}`),
)
const signed = ({ amount, entryDate }) => `${amount > 0 ? '+' : ''}${amount} on ${day(entryDate)}`
const [second] = new mt940js.Parser().parse(statement)
show('mt940js', second.transactions.map(signed))
const [third] = parse({ type: 'mt940', data: statement })
show('@centrapay/swift-parser', third.transactions.map(signed))
JS

cat >known.txt <<'TEXT'
mt940-js: +12.5 on 2025-12-31 | +12.5 on 2025-01-02
mt940js: +12.5 on 2025-12-31 | -12.5 on 2025-01-02
@centrapay/swift-parser: +12.5 on 2025-12-31 | -12.5 on 2025-01-02
TEXT

node try.mjs | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
