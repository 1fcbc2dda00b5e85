#!/usr/bin/env bash
# jsvat refuses VAT numbers of new Belgian companies and of Northern Ireland.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts jsvat@2.5.4 stdnum@1.12.0
echo 'Packages:' && npm ls --depth 0 | tail -n +2

cat <<'TEXT'
Expected:
  A Belgian number may begin with 1 since those with 0 have run out, and the prefix XI stands
  for Northern Ireland in the EU's VIES since 2021. The numbers below are made up, with
  valid check digits.
Behaviour:
  jsvat calls the Belgian format invalid and knows no country XI. stdnum accepts the Belgian
  number. Both accept the same British number with GB.
Output:
TEXT

cat >try.mjs <<'JS'
import * as jsvat from 'jsvat'
import { stdnum } from 'stdnum'

const countries = Object.values(jsvat).filter((country) => country?.calcFn)
for (const number of ['BE0123456749', 'BE1000111273', 'GB123456782', 'XI123456782']) {
  const { isValid, isSupportedCountry } = jsvat.checkVAT(number, countries)
  const other = stdnum[number.slice(0, 2)]?.vat.validate(number).isValid
  console.log(number, 'jsvat:', isValid, 'country known:', isSupportedCountry, 'stdnum:', other)
}
JS

cat >known.txt <<'TEXT'
BE0123456749 jsvat: true country known: true stdnum: true
BE1000111273 jsvat: false country known: true stdnum: true
GB123456782 jsvat: true country known: true stdnum: true
XI123456782 jsvat: false country known: false stdnum: undefined
TEXT

node try.mjs | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
