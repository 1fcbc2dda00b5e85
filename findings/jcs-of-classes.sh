#!/usr/bin/env bash
# json-canonicalize leaves what toJSON() returns unsorted, so that signatures do not match.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts \
  json-canonicalize@3.0.1 canonicalize@5.1.0
echo 'Packages:' && npm ls --depth 0 | tail -n +2

cat <<'TEXT'
Expected:
  RFC 8785 sorts the members of every object of the JSON text. Two objects with the same JSON
  have the same canonical form, in both libraries.
Behaviour:
  json-canonicalize takes the result of toJSON() as JSON.stringify writes it: {"value","currency"}
  rather than {"currency","value"}. Members that are functions are written as "undefined",
  which is not JSON. canonicalize does as the RFC says.
Output:
TEXT

cat >try.mjs <<'JS'
import canonicalize from 'canonicalize'
import { canonicalize as jsonCanonicalize } from 'json-canonicalize'

class Money {
  constructor(value, currency) {
    Object.assign(this, { value, currency })
  }
  toJSON() {
    return { value: this.value, currency: this.currency }
  }
}
const sale = { total: new Money(250, 'EUR'), id: 7 }
const withFunction = { id: 7, print() {} }
console.log('canonicalize:     ', canonicalize(sale), canonicalize(withFunction))
console.log('json-canonicalize:', jsonCanonicalize(sale), jsonCanonicalize(withFunction))
JS

cat >known.txt <<'TEXT'
canonicalize:      {"id":7,"total":{"currency":"EUR","value":250}} {"id":7}
json-canonicalize: {"id":7,"total":{"value":250,"currency":"EUR"}} {"id":7,"print":undefined}
TEXT

node try.mjs | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
