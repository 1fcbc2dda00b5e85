#!/usr/bin/env bash
# bolt11 writes invoices of signet that it cannot read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts \
  bolt11@1.4.1 light-bolt11-decoder@3.2.0 invoices@6.2.0
echo 'Packages:' && npm ls --depth 0 | tail -n +2

cat <<'TEXT'
Expected:
  BOLT11 names four networks: bc, tb (testnet), tbs (signet) and bcrt (regtest). What
  encode() writes, decode() reads, as it does for testnet and regtest.
Behaviour:
  decode() knows no signet: "Unknown coin bech32 prefix", unless the network is passed, which
  only helps whoever knows it already. light-bolt11-decoder and invoices read it.
Output:
TEXT

cat >try.mjs <<'JS'
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
const satoshis = 1_000
for (const bech32 of ['tb', 'bcrt', 'tbs']) {
  const network = { bech32, pubKeyHash: 0x6f, scriptHash: 0xc4, validWitnessVersions: [0, 1] }
  const invoice = { timestamp: 1_700_000_000, satoshis, tags, network }
  const request = bolt11.sign(bolt11.encode(invoice, false), '11'.repeat(32)).paymentRequest
  let read
  try {
    read = bolt11.decode(request).satoshis
  } catch (error) {
    read = error.message
  }
  const { value } = decode(request).sections.find(({ name }) => name === 'amount')
  const { network: name } = parsePaymentRequest({ request })
  console.log(`ln${bech32}: bolt11: ${read}; light-bolt11-decoder: ${value}; invoices: ${name}`)
}
JS

cat >known.txt <<'TEXT'
lntb: bolt11: 1000; light-bolt11-decoder: 1000000; invoices: testnet
lnbcrt: bolt11: 1000; light-bolt11-decoder: 1000000; invoices: regtest
lntbs: bolt11: Unknown coin bech32 prefix; light-bolt11-decoder: 1000000; invoices: signet
TEXT

node try.mjs | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
