#!/usr/bin/env bash
# An invoice that does not say when it expires: of four decoders one knows the hour of BOLT11.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts \
  bolt11@1.4.1 light-bolt11-decoder@3.2.0 @getalby/lightning-tools@9.0.1 \
  invoices@6.2.0
echo 'Packages:' && npm ls --depth 0 | tail -n +2

cat <<'TEXT'
Expected:
  Without its field x an invoice expires after 3,600 s (BOLT11). A decoder that reports an
  expiry, or says whether an invoice has expired, applies that.
Behaviour:
  For an invoice of November 2023 without the field, bolt11 and light-bolt11-decoder have no
  expiry, and hasExpired() of @getalby/lightning-tools is false for ever. Only invoices
  applies the default.
Output:
TEXT

cat >try.mjs <<'JS'
import { Invoice } from '@getalby/lightning-tools'
import bolt11 from 'bolt11'
import { parsePaymentRequest } from 'invoices'
import { decode } from 'light-bolt11-decoder'

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
const unsigned = bolt11.encode({ timestamp: 1_700_000_000, satoshis: 1_000, tags }, false)
const request = bolt11.sign(unsigned, '11'.repeat(32)).paymentRequest

console.log('bolt11: timeExpireDate', bolt11.decode(request).timeExpireDate)
console.log('light-bolt11-decoder: expiry', decode(request).expiry)
const invoice = new Invoice({ pr: request })
console.log('lightning-tools: expiry', invoice.expiry, 'hasExpired', invoice.hasExpired())
const parsed = parsePaymentRequest({ request })
console.log('invoices: expires_at', parsed.expires_at, 'is_expired', parsed.is_expired)
JS

cat >known.txt <<'TEXT'
bolt11: timeExpireDate undefined
light-bolt11-decoder: expiry undefined
lightning-tools: expiry undefined hasExpired false
invoices: expires_at 2023-11-14T23:13:20.000Z is_expired true
TEXT

node try.mjs | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
