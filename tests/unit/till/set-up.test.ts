import countryToCurrency from 'country-to-currency'
import { describe, expect, test } from 'vitest'
import { readRate } from '../../../pages/parts/read-rate.ts'
import {
  acronyms,
  guessCurrency,
  likelyCurrencies,
  namedCurrencies,
} from '../../../pages/till/set-up/currencies.ts'
import { proposedZone } from '../../../pages/till/set-up/proposed-zone.ts'
import { currencies } from '../../../shared/platform/money/currencies.ts'

test('the currencies of the set-up are those of the API', () => {
  // Ended, or not of ISO 4217
  const notOffered = 'ANG BGN BTC FOK GGP HRK IMP JEP KID SLL TVD ZWL'.split(' ')
  const offered = currencies.filter(({ acronym }) => !notOffered.includes(acronym))
  expect(acronyms).toEqual(offered.map(({ acronym }) => acronym))
})

test.each([
  [['es-MX', 'en'], 'MXN'],
  [['de-DE'], 'EUR'],
  [['en-US'], 'USD'],
  [['es-SV'], 'USD'],
  [['de-CH'], 'CHF'],
  [['nl-CW'], 'XCG'],
  [['en-ZW'], 'ZWG'],
  [['bg-BG'], 'EUR'],
  [['fr-SN'], 'XOF'],
  [['kl-GL'], 'DKK'],
  [['de-LI'], 'CHF'],
  [['en-GG'], 'GBP'],
  [['sq-XK'], 'EUR'],
  [['ar-PS'], 'ILS'],
  [['en-AU'], 'AUD'],
  [['fr-PF'], 'XPF'],
  [['es-PA'], 'PAB'],
  [['en'], 'USD'],
  [['fr-XX'], 'USD'],
])('somebody who reads %o probably counts in %s', (locales, currency) => {
  expect(guessCurrency(locales)).toBe(currency)
})

test('what every territory counts in is offered', () => {
  const { AN: _ended, ...territories } = countryToCurrency
  for (const [territory, currency] of Object.entries(territories)) {
    expect(guessCurrency([`en-${territory}`]), territory).toBe(currency)
  }
})

test('the currencies that are likely for a browser come first, by their names', () => {
  expect(likelyCurrencies(['es-MX', 'es', 'de-CH'])).toEqual(['MXN', 'EUR', 'CHF', 'USD'])
  expect(likelyCurrencies(['ja'])).toEqual(['USD', 'JPY', 'EUR'])
  const named = namedCurrencies('es')
  expect(named).toContainEqual({ acronym: 'MXN', name: 'peso mexicano (MXN)' })
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

test.each([
  ['America/Mexico_City', ['es-ES'], 'EUR', 'America/Mexico_City'],
  ['UTC', ['es'], 'EUR', 'Europe/Madrid'],
  ['UTC', ['en-US', 'en'], 'EUR', 'Europe/Berlin'],
  ['Etc/UTC', ['es'], 'MXN', 'America/Mexico_City'],
  ['UTC', ['en-GB'], 'GBP', 'Europe/London'],
  ['UTC', ['en'], 'JPY', 'Asia/Tokyo'],
  ['UTC', ['en'], 'XOF', 'UTC'],
])(
  'a device in %s that reads %o and counts in %s is in %s',
  (ofDevice, locales, currency, zone) => {
    expect(proposedZone(locales, currency, ofDevice)).toBe(zone)
  },
)
