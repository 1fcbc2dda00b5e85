#!/usr/bin/env bash
# How many satoshis does an invoice ask for? Three decoders, three answers for one and a half
# satoshis, and two of them say 0 when the payer chooses.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts \
  bolt11@1.4.1 @getalby/lightning-tools@9.0.1 invoices@6.2.0
echo 'Packages:' && npm ls --depth 0 | tail -n +2

cat <<'TEXT'
Expected:
  An amount of 1,500 millisatoshis is shown as such or rounded the same way everywhere, and
  an invoice without an amount differs from one over nothing.
Behaviour:
  1,500 msat: bolt11 has no satoshis at all, invoices rounds down (tokens) and up
  (safe_tokens), @getalby/lightning-tools returns a fraction. Without an amount bolt11 says
  null, the others 0.
Output:
TEXT

cat >try.mjs <<'JS'
import { Invoice } from '@getalby/lightning-tools'
import bolt11 from 'bolt11'
import { parsePaymentRequest } from 'invoices'

const required = { required: true, supported: true }
const tags = [
  { tagName: 'payment_hash', data: '00'.repeat(32) },
  { tagName: 'payment_secret', data: '22'.repeat(32) },
  { tagName: 'description', data: 'Coffee' },
  {
    tagName: 'feature_bits',
    data: { word_length: 4, var_onion_optin: required, payment_secret: required },
  },
]
const show = (title, amount) => {
  const unsigned = bolt11.encode({ timestamp: 1_700_000_000, tags, ...amount }, false)
  const request = bolt11.sign(unsigned, '11'.repeat(32)).paymentRequest
  const { tokens, safe_tokens } = parsePaymentRequest({ request })
  console.log(title)
  console.log('  bolt11: satoshis', bolt11.decode(request).satoshis)
  console.log('  invoices: tokens', tokens, 'safe_tokens', safe_tokens)
  console.log('  lightning-tools: satoshi', new Invoice({ pr: request }).satoshi)
}
show('1,500 msat', { millisatoshis: '1500' })
show('no amount', {})
JS

cat >known.txt <<'TEXT'
1,500 msat
  bolt11: satoshis undefined
  invoices: tokens 1 safe_tokens 2
  lightning-tools: satoshi 1.5
no amount
  bolt11: satoshis null
  invoices: tokens 0 safe_tokens 0
  lightning-tools: satoshi 0
TEXT

node try.mjs | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
