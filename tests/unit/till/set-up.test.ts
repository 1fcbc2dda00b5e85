import { describe, expect, test } from 'vitest'
import { readRate } from '../../../functions/till/page/set-up/answers.ts'
import {
  acronyms,
  guessCurrency,
} from '../../../functions/till/page/set-up/currencies.ts'
import { en } from '../../../page-parts/texts/errors/en.ts'
import { currencies } from '../../../shared/money/currencies.ts'
import { textOf } from '../../architecture/sources.ts'

test('the currencies of the set-up are those of the API', () => {
  expect(acronyms).toEqual(currencies.map(({ acronym }) => acronym))
})

test.each([
  [['es-MX', 'en'], 'MXN'],
  [['de-DE'], 'EUR'],
  [['en-US'], 'USD'],
  [['es-SV'], 'USD'],
  [['de-CH'], 'CHF'],
  [['en'], 'USD'],
  [['fr-XX'], 'USD'],
])('somebody who reads %o probably counts in %s', (locales, currency) => {
  expect(guessCurrency(locales)).toBe(currency)
})

describe('a rate in percent', () => {
  test.each([
    ['16', 16],
    [' 7,5 ', 7.5],
    ['0', 0],
    ['100', 100],
    ['8.875', 8.875],
  ])('%o is %d', (text, rate) => {
    expect(readRate(text)).toBe(rate)
  })

  test.each(['', '-1', '101', '1e1', '16%', '1.2345', '.5'])('is not %o', (text) => {
    expect(readRate(text)).toBeUndefined()
  })
})

test('every error that has words of its own is one that the API names', () => {
  const own = ['unreachable', 'unexpected', 'refused']
  const named = textOf('docs/openapi.json')
  const strays = Object.keys(en).filter(
    (code) => !own.includes(code) && !named.includes(`"${code}"`),
  )
  expect(strays).toEqual([])
})
