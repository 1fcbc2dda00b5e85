#!/usr/bin/env bash
# removeUndefinedValues moves the entries of a list to other places.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts @aws-sdk/util-dynamodb@3.996.9
echo 'Packages:' && npm ls --depth 0 | tail -n +2

cat <<'TEXT'
Expected:
  Without its undefined values a list keeps the places of the others, as with JSON.stringify,
  which writes null. Numbers come back as the type that they went in with.
Behaviour:
  [undefined, 250] is stored as [250]: the entry of the second tax or printer becomes the
  first's. And unmarshall() returns a BigInt, without being asked, for an integer beyond
  2^53, but rounds a fraction with as many digits.
Output:
TEXT

cat >try.mjs <<'JS'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'

const list = [undefined, 250]
const options = { removeUndefinedValues: true }
console.log('JSON:', JSON.stringify(list))
console.log('stored:', JSON.stringify(marshall({ list }, options).list))
for (const N of ['9007199254740991', '9007199254740993', '90071992547409.93001']) {
  const { value } = unmarshall({ value: { N } })
  console.log(N, 'is read as', typeof value, String(value))
}
JS

cat >known.txt <<'TEXT'
JSON: [null,250]
stored: {"L":[{"N":"250"}]}
9007199254740991 is read as number 9007199254740991
9007199254740993 is read as bigint 9007199254740993
90071992547409.93001 is read as number 90071992547409.94
TEXT

node try.mjs | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
