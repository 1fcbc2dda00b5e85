#!/usr/bin/env bash
# Totals in words are wrong: 21 and a million in Spanish, 1,250 and two millions in Italian.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts \
  to-words@5.7.0 n2words@4.0.0 numero-a-letras@1.0.6
echo 'Packages:' && npm ls --depth 0 | tail -n +2

cat <<'TEXT'
Expected:
  An invoice that repeats its total in words takes them from a library with an option for
  currencies, which knows that before the unit uno is short ("veintiún pesos", "treinta y un
  pesos"), that a round million takes "de", and that in Italian 1,250 begins with "mille".
Behaviour:
  to-words shortens 31 but not 21, n2words neither, and both leave out "de". In Italian
  to-words writes 1,000 as "mille", but 1,250 begins with "mila", the word for several
  thousands, and 2,000,000 are "millions", without the two. numero-a-letras, for Mexico alone,
  is right but for an accent.
Output:
TEXT

cat >try.mjs <<'JS'
import { toCurrency } from 'n2words/es-MX'
import numeroALetras from 'numero-a-letras'
import { ToWords } from 'to-words'

const mexico = new ToWords({ localeCode: 'es-MX' })
const italy = new ToWords({ localeCode: 'it-IT' })
for (const pesos of [21, 31, 1_000_000]) {
  console.log(`${pesos} pesos`)
  console.log('  to-words:', mexico.convert(pesos, { currency: true }))
  console.log('  n2words:', toCurrency(pesos))
  console.log('  numero-a-letras:', numeroALetras.NumerosALetras(pesos))
}
for (const euros of [1000, 1250, 2250, 2_000_000, 3_000_000]) {
  console.log(`${euros} euro`)
  console.log('  to-words:', italy.convert(euros, { currency: true }))
}
JS

cat >known.txt <<'TEXT'
21 pesos
  to-words: Veintiuno Pesos Mexicanos
  n2words: veintiuno pesos
  numero-a-letras: Veintiun Pesos 00/100 M.N.
31 pesos
  to-words: Treinta Y Un Pesos Mexicanos
  n2words: treinta y uno pesos
  numero-a-letras: Treinta y Un Pesos 00/100 M.N.
1000000 pesos
  to-words: Un Millon Pesos Mexicanos
  n2words: un millón pesos
  numero-a-letras: Un Millón de Pesos 00/100 M.N.
1000 euro
  to-words: Mille Euro
1250 euro
  to-words: Mila Due Cento Cinquanta Euro
2250 euro
  to-words: Due Mila Due Cento Cinquanta Euro
2000000 euro
  to-words: Milioni Euro
3000000 euro
  to-words: Tre Milioni Euro
TEXT

node try.mjs | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
