import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { networkPrefix, normalizedAddress } from '../../../shared/ip-address.ts'

describe('normalizedAddress', () => {
  it.each([
    ['203.0.113.7', ' 203.0.113.7 ', '203.0.113.7:4711', '"203.0.113.7:4711"'],
    ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:CB00:7107', '0:0:0:0:0:ffff:cb00:7107'],
    [
      '203.0.113.7',
      '[::ffff:203.0.113.7]',
      '[::ffff:cb00:7107]:443',
      '::ffff:203.0.113.7%1',
    ],
    ['2001:db8::a', '2001:DB8::A', '2001:0db8:0000:0000:0000:0000:0000:000a'],
    ['2001:db8::a', '[2001:db8::a]', '[2001:db8::a]:443', '"[2001:db8::a]:443"'],
    ['2001:db8::a', '2001:db8:0:0::0:a', '2001:db8:0:0:0:0:0:a:443'],
    ['fe80::1', 'fe80::1%eth0', '[fe80::1%25eth0]:80'],
    ['unknown', ' unknown '],
    ['', ' '],
  ])('returns %j for every spelling', (plain, ...spellings) => {
    for (const spelling of [plain, ...spellings]) {
      expect(normalizedAddress(spelling)).toBe(plain)
    }
  })

  it('returns the same for every spelling of the groups', () => {
    const groups = fc.array(fc.integer({ min: 0, max: 0xff_ff }), {
      minLength: 8,
      maxLength: 8,
    })
    fc.assert(
      fc.property(groups, fc.integer({ min: 0, max: 65_535 }), (numbers, port) => {
        const hex = numbers.map((number) => number.toString(16))
        const long = hex.map((group) => group.toUpperCase().padStart(4, '0')).join(':')
        const url = new URL(`http://[${hex.join(':')}]:${port}`)
        const plain = normalizedAddress(hex.join(':'))
        for (const spelling of [long, url.hostname, `[${long}]:${port}`]) {
          expect(normalizedAddress(spelling)).toBe(plain)
        }
      }),
    )
  })

  it('returns some text for any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(normalizedAddress(normalizedAddress(text))).toEqual(expect.any(String))
        expect(networkPrefix(normalizedAddress(text))).toEqual(expect.any(String))
      }),
    )
  })
})

describe('networkPrefix', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::6', '2001:db8:1:2'],
    ['2001:db8::6', '2001:db8:0:0'],
    ['2001::2:0:0:0:6', '2001:0:0:2'],
    ['::1', '0:0:0:0'],
    ['fe80::', 'fe80:0:0:0'],
    ['unknown', 'unknown'],
  ])('of %s is %s', (address, prefix) => {
    const groups = networkPrefix(address)
      .split(':')
      .map((group) => group || '0')
    expect(groups.join(':')).toBe(prefix)
  })
})
