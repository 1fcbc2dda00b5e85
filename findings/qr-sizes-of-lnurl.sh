#!/usr/bin/env bash
# An LNURL in capitals makes a smaller QR code with some libraries, not with all.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts \
  qrcode@1.5.4 qrcode-generator@2.0.4 uqr@0.1.3
echo 'Packages:' && npm ls --depth 0 | tail -n +2

cat <<'TEXT'
Expected:
  LNURL and BOLT11 are written in capitals in QR codes, because a capital or digit takes 5.5
  bits in the alphanumeric mode rather than 8. Any library makes use of that.
Behaviour:
  qrcode-generator puts every text into the byte mode, unless told otherwise. uqr takes one
  mode for the whole text, so that "lightning:" in front makes the code as large as small
  letters would; qrcode mixes both modes. Modules a side, at error correction M:
Output:
TEXT

cat >try.mjs <<'JS'
import QRCode from 'qrcode'
import generator from 'qrcode-generator'
import { encode } from 'uqr'

const lnurl =
  'LNURL1DP68GURN8GHJ7UM9WFMXJCM99E3K7MF0V9CXJ0M385EKVCENXC6R2C35XVUKXEFCV5MKVV34X5EKZD3E' +
  'V56NYD3HXQURZEPEXEJXXEPNXSCRVWFNV9NXZCN9XQ6XYEFHVGCXXCMYXYMNSERXFQ5FNS'
for (const text of [lnurl.toLowerCase(), lnurl, `lightning:${lnurl}`]) {
  const code = generator(0, 'M')
  code.addData(text)
  code.make()
  console.log(text.slice(0, 15))
  console.log('  qrcode', QRCode.create(text).modules.size)
  console.log('  qrcode-generator', code.getModuleCount())
  console.log('  uqr', encode(text, { ecc: 'M', border: 0 }).size)
}
JS

cat >known.txt <<'TEXT'
lnurl1dp68gurn8
  qrcode 53
  qrcode-generator 53
  uqr 53
LNURL1DP68GURN8
  qrcode 45
  qrcode-generator 53
  uqr 45
lightning:LNURL
  qrcode 45
  qrcode-generator 53
  uqr 53
TEXT

node try.mjs | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
