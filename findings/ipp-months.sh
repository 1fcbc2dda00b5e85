#!/usr/bin/env bash
# The npm package ipp reads a date of November as one of December, and an hour off.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts \
  ipp@2.0.1 @sealsystems/ipp@2.8.2
echo 'Packages:' && npm ls --depth 0 | tail -n +2

cat <<'TEXT'
Expected:
  The dateTime 07EA 0B 1B 0A 0F 1E 05 2B 01 00 is 2026-11-27, 10:15:30.5, UTC+1 (RFC 2579),
  that is 2026-11-27T09:15:30.500Z.
Behaviour:
  ipp takes the month as one that counts from 0, ignores the offset from UTC, and takes
  tenths of a second for milliseconds. @sealsystems/ipp has the first two right, not the
  third.
Output:
TEXT

cat >try.mjs <<'JS'
import ipp from 'ipp'
import sealsystems from '@sealsystems/ipp'

const text = (value) => [0, value.length, ...Buffer.from(value)]
const dateTime = [0x07, 0xea, 11, 27, 10, 15, 30, 5, '+'.charCodeAt(), 1, 0]
const response = Buffer.from([
  ...[2, 0, 0, 0, 0, 0, 0, 1], // IPP 2.0, successful-ok, request 1
  ...[0x01, 0x47, ...text('attributes-charset'), ...text('utf-8')],
  ...[0x48, ...text('attributes-natural-language'), ...text('en')],
  ...[0x02, 0x21, ...text('job-id'), 0, 4, 0, 0, 0, 7],
  ...[0x31, ...text('date-time-at-completed'), 0, dateTime.length, ...dateTime],
  0x03,
])
const completed = ({ parse }) => parse(response)['job-attributes-tag']['date-time-at-completed']
console.log('ipp:', completed(ipp).toISOString())
console.log('@sealsystems/ipp:', completed(sealsystems).toISOString())
JS

cat >known.txt <<'TEXT'
ipp: 2026-12-27T10:15:30.005Z
@sealsystems/ipp: 2026-11-27T09:15:30.005Z
TEXT

TZ=UTC node try.mjs | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
