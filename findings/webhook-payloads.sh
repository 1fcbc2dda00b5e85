#!/usr/bin/env bash
# verify() of svix returns nothing, that of standardwebhooks the payload, for the same webhook.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts \
  svix@2.5.0 standardwebhooks@1.1.1
echo 'Packages:' && npm ls --depth 0 | tail -n +2

cat <<'TEXT'
Expected:
  svix verifies by standardwebhooks, so verify() of both returns the payload, parsed. With a
  body that is not JSON both do the same.
Behaviour:
  svix returns undefined, so that a receiver which was moved from the other library
  reads no event. standardwebhooks throws a SyntaxError at a validly signed text, after the
  signature was found to be right.
Output:
TEXT

cat >try.mjs <<'JS'
import { Webhook as Standard } from 'standardwebhooks'
import { Webhook as Svix } from 'svix'

const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`
for (const [name, Webhook] of Object.entries({ standardwebhooks: Standard, svix: Svix })) {
  const webhook = new Webhook(secret)
  for (const body of ['{"type":"sale.completed"}', 'paid']) {
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
      'webhook-signature': webhook.sign('msg_1', new Date(), body),
    }
    let result
    try {
      result = JSON.stringify(webhook.verify(body, headers))
    } catch (error) {
      result = error.name
    }
    console.log(name, body, '->', result)
  }
}
JS

cat >known.txt <<'TEXT'
standardwebhooks {"type":"sale.completed"} -> {"type":"sale.completed"}
standardwebhooks paid -> SyntaxError
svix {"type":"sale.completed"} -> undefined
svix paid -> undefined
TEXT

node try.mjs | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
