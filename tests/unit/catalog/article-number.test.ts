import { describe, expect, test } from 'vitest'
import {
  gtinOf,
  readingsOf,
  spellingsOf,
} from '../../../shared/catalog/article-number.ts'

describe('an article number', () => {
  test.each([
    ['UPC-A', '036000291452', '00036000291452'],
    ['the same as EAN-13', '0036000291452', '00036000291452'],
    ['the same as GTIN-14', '00036000291452', '00036000291452'],
    ['EAN-13', '4006381333931', '04006381333931'],
    ['EAN-8', '96385074', '00000096385074'],
    ['UPC-E, zeros by its last digit 0 to 2', '04252614', '00042100005264'],
    ['UPC-E, 3', '01000039', '00010000000009'],
    ['UPC-E, 4', '01000049', '00010000000009'],
    ['EAN-8 before UPC-E', '01234565', '00000001234565'],
    ['a case of them', '14006381333938', '14006381333938'],
  ])('is one in all spellings: %s', (_, code, gtin) => {
    expect(gtinOf(code)).toBe(gtin)
    expect(spellingsOf(gtin)).toContain(code)
    expect(spellingsOf(gtin).map(gtinOf)).toEqual(spellingsOf(gtin).map(() => gtin))
  })

  test.each([
    '4006381333932',
    '400638133393',
    '40063813339',
    ' 4006381333931',
    '4006-381333931',
    '4006381333931\n',
    '２００６３８１３３３９３１',
    '21234565',
    'ABCDEFGH',
    '',
  ])('is none without right length, digits and check digit: %j', (code) => {
    expect(gtinOf(code)).toBeUndefined()
  })
})

describe('a scanned code', () => {
  test('of eight digits is an EAN-8 and perhaps a UPC-E', () => {
    const text = '01234565'
    expect(readingsOf(text).map(({ spellings }) => spellings[0])).toEqual([
      '00000001234565',
      '00012345000065',
    ])
  })

  const spellings = ['04006381333931', '4006381333931']
  test.each([
    ['010400638133393117270101', { expiresOn: '2027-01-01' }],
    [`]C1010400638133393110A7\u001d17280200`, { batch: 'A7', expiresOn: '2028-02-29' }],
    ['1727010101040063813339313012', { expiresOn: '2027-01-01', quantity: 12 }],
    ['(01)04006381333931(17)271301(10)A(7)', { batch: 'A(7)' }],
    [`]d201040063813339313922123\u001d37007`, { priceCents: 123, quantity: 7 }],
    [']E04006381333931', {}],
    ['https://id.gs1.org/01/04006381333931', {}],
    [
      'HTTP://shop.example/a/b/01/4006381333931/10/A%2F7?17=270228&3920=5#top',
      { batch: 'A/7', expiresOn: '2027-02-28', priceCents: 500 },
    ],
  ])('%j has a number and what else it says', (text, says) => {
    expect(readingsOf(text)).toEqual([{ text, spellings, ...says }])
  })

  test.each([
    '0104006381333932',
    '(02)04006381333931',
    '(01)',
    'https://shop.example/tea/01',
    'https://[/01/04006381333931',
    `\u001d\u001d`,
    'TEA-1',
    `(${'(01)'.repeat(5_000)}`,
  ])('%j is its text alone', (text) => {
    expect(readingsOf(text)).toEqual([{ text, spellings: [] }])
  })
})
