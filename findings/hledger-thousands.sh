#!/usr/bin/env bash
# hledger takes a thousands separator for a decimal mark, and books 1.20 instead of 1,200.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
command -v hledger >/dev/null || {
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends hledger >/dev/null
}
echo 'Package:' && dpkg-query --show hledger

cat <<'TEXT'
Expected:
  In a CSV of sales that has 3.50 on one line and "1,200" on the next, the point is the
  decimal mark, so that the comma is not, and the day's takings are 1,203.50.
Behaviour:
  hledger reads each amount for itself: a single mark is a decimal mark, whichever it is.
  The takings are 4.70. The rule "decimal-mark ." prevents it; 1,234.50, with both marks, is
  always right, so that the fault comes with the first round amount over 999.
Output:
TEXT

cat >sales.csv <<'CSV'
2026-11-01,Espresso,3.50
2026-11-01,Wedding cake,"1,200"
CSV
cat >sales.rules <<'RULES'
fields date, description, amount
currency EUR
account1 assets:till
account2 income:sales
RULES
cat >known.txt <<'TEXT'
EUR4.700  assets:till
decimal-mark .
EUR1,203.50  assets:till
TEXT

balance() {
  hledger -f sales.csv --rules-file sales.rules balance --no-total assets | sed 's/^ *//'
}
{
  balance
  echo 'decimal-mark .' | tee -a sales.rules
  balance
} | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
