import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { combined } from '../../../shared/lightning/rates/rate.ts'
import { rateIn, rateSources } from '../../../shared/lightning/rates/sources.ts'

const coinbase = `{"data":{"currency":"BTC","rates":{"AED":"311022.5","BTC":"1","EUR":"78012.345","JPY":"12901234.5"}}}`
const kraken = `{"error":[],"result":{"XXBTZEUR":{"a":["78020.10000","1","1.000"],"c":["78020.00000","0.00321000"],"t":[12033,40211]}}}`
const coingecko = `{"bitcoin":{"eur":78034}}`

describe('a source', () => {
  test.each([
    ['coinbase', coinbase, 78_012.345],
    ['kraken', kraken, 78_020],
    ['coingecko', coingecko, 78_034],
  ])('%s gives the rate of its answer', (source, text, rate) => {
    expect(rateIn(source, text, 'EUR')).toBe(rate)
  })

  test.each([
    ['coinbase', '{"data":{"rates":{"USD":"1"}}}'],
    ['coinbase', '{"errors":[{"id":"not_found"}]}'],
    ['kraken', '{"error":["EQuery:Unknown asset pair"]}'],
    ['kraken', '{"error":[],"result":{}}'],
    ['kraken', '{"result":{"X":{"c":[]}}}'],
    ['coingecko', '{}'],
    ['coingecko', '{"status":{"error_code":429}}'],
    ['coingecko', 'not JSON'],
    ...[
      '0',
      '-1',
      '"0"',
      '"-5"',
      '"1e400"',
      '1e400',
      'null',
      'true',
      '""',
      '" 5"',
      '[5]',
    ].map((rate): [string, string] => ['coingecko', `{"bitcoin":{"eur":${rate}}}`]),
  ])('%s gives none for %s', (source, text) => {
    expect(() => rateIn(source, text, 'EUR')).toThrow()
  })

  test('is asked for the currency', () => {
    const urls = Object.values(rateSources).map(({ url }) => url('EUR'))
    expect(urls).toEqual([
      'https://api.coinbase.com/v2/exchange-rates?currency=BTC',
      'https://api.kraken.com/0/public/Ticker?pair=XBTEUR',
      'https://api.coingecko.com/api/v3/simple/price?ids=bitcoin&vs_currencies=eur',
    ])
  })
})

describe('answers of sources', () => {
  const rates = (...given: number[]) =>
    combined(given.map((rate, at) => ({ source: `${at}`, rate })))

  test.each([
    [[], 'rateUnavailable'],
    [[5], 5],
    [[100, 102], 101],
    [[100, 102.01], 'ratesDiffer'],
    [[78_020.1, 78_020.2], 78_020.15],
    [[1, 100, 101], 100],
    [[100, 1_000_000, 101], 101],
    [[1, 100, 102, 9_000], 101],
  ] as const)('of %j come to %j', (given, expected) => {
    expect(rates(...given)).toBe(expected)
  })

  test('come to the same in any order, and to nothing beyond them', () => {
    const rate = fc.double({ min: 0.01, max: 1e9, noNaN: true })
    fc.assert(
      fc.property(fc.array(rate, { minLength: 1, maxLength: 4 }), (given) => {
        const result = rates(...given)
        expect(rates(...given.toReversed())).toBe(result)
        if (typeof result === 'string') return
        expect(result).toBeGreaterThanOrEqual(Math.min(...given) * (1 - 1e-9))
        expect(result).toBeLessThanOrEqual(Math.max(...given) * (1 + 1e-9))
      }),
    )
  })
})
