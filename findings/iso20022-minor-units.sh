#!/usr/bin/env bash
# iso20022.js reads 4.35 euros as 434.99999999999994 cents, and 1,500 yen as 150,000.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts iso20022.js@0.0.15
echo 'Packages:' && npm ls --depth 0 | tail -n +2

cat <<'TEXT'
Expected:
  A reader of bank statements (camt.053) that gives amounts in minor units gives whole
  numbers: 435 cents, 1500 yen, which have no minor unit, 1250 fils of a Kuwaiti dinar.
Behaviour:
  It multiplies the amount as a binary fraction by 100, whatever the currency: it asks
  dinero.js 1 for the currency's precision, which is 2 there for all of them. And no entry
  is a reversal: it compares RvslInd with the text "true", which its XML reader has made a
  boolean.
Output:
TEXT

cat >try.mjs <<'JS'
import { CashManagementEndOfDayReport } from 'iso20022.js'

const entry = (currency, amount) => `<Ntry><NtryRef>1</NtryRef>
<Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><RvslInd>true</RvslInd>
<Sts>BOOK</Sts><BookgDt><Dt>2026-11-27</Dt></BookgDt>
<BkTxCd><Prtry><Cd>NTRF</Cd></Prtry></BkTxCd></Ntry>`
const statement = (currency, amounts) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
<GrpHdr><MsgId>1</MsgId><CreDtTm>2026-11-27T18:00:00Z</CreDtTm></GrpHdr>
<Stmt><Id>1</Id><CreDtTm>2026-11-27T18:00:00Z</CreDtTm>
<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>${currency}</Ccy>
<Svcr><FinInstnId><BIC>COBADEFFXXX</BIC></FinInstnId></Svcr></Acct>
${amounts.map((amount) => entry(currency, amount)).join('\n')}
</Stmt></BkToCstmrStmt></Document>`

const days = { EUR: ['12.50', '4.35', '19.99'], JPY: ['1500'], KWD: ['1.250'] }
for (const [currency, amounts] of Object.entries(days)) {
  const report = CashManagementEndOfDayReport.fromXML(statement(currency, amounts))
  const [{ entries }] = report.statements
  for (const [i, { amount, reversal }] of entries.entries()) {
    console.log(`${currency} ${amounts[i]}: ${amount}, reversal: ${reversal}`)
  }
}
JS

cat >known.txt <<'TEXT'
EUR 12.50: 1250, reversal: false
EUR 4.35: 434.99999999999994, reversal: false
EUR 19.99: 1998.9999999999998, reversal: false
JPY 1500: 150000, reversal: false
KWD 1.250: 125, reversal: false
TEXT

node try.mjs | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
