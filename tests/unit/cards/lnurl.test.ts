import { bech32 } from '@scure/base'
import { expect, test } from 'vitest'
import { cardUrl } from '../../../shared/lightning/cards/lnurl.ts'

/** The vector of LUD-01. */
const vector =
  'LNURL1DP68GURN8GHJ7UM9WFMXJCM99E3K7MF0V9CXJ0M385EKVCENXC6R2C35XVUKXEFCV5MKVV34X5EKZD3EV56NYD3HXQURZEPEXEJXXEPNXSCRVWFNV9NXZCN9XQ6XYEFHVGCXXCMYXYMNSERXFQ5FNS'
const service =
  'https://service.com/api?q=3fc3645b439ce8e7f2553a69e5267081d96dcd340693afabe04be7b0ccd178df'

const encode = (url: string, prefix = 'lnurl') =>
  bech32.encode(prefix, bech32.toWords(new TextEncoder().encode(url)), 4_000)

test.each([
  [vector, service],
  [vector.toLowerCase(), service],
  [` lightning:${vector}\n`, service],
  [`LIGHTNING:${vector}`, service],
  [`lightning://${vector}`, service],
  [`https://shop.example/page?a=b&lightning=${vector}`, service],
  ['lnurlw://domain.com/path?p=A&c=B', 'https://domain.com/path?p=A&c=B'],
  ['LNURLW://DOMAIN.COM/Path', 'https://domain.com/Path'],
  ['https://domain.com/path?p=A', 'https://domain.com/path?p=A'],
  [
    'https://domain.com/?tag=withdrawRequest&k1=1',
    'https://domain.com/?tag=withdrawRequest&k1=1',
  ],
])('%s is a card', (lnurl, url) => expect(cardUrl(lnurl)?.href).toBe(url))

test.each([
  '',
  'lnurlw://',
  'lnurlw:',
  'hello',
  `${vector.slice(0, 20).toLowerCase()}${vector.slice(20)}`,
  `${vector.slice(0, -1)}Q`,
  encode(service, 'lnbc'),
  encode('http://domain.com/'),
  encode('file:///etc/passwd'),
  encode(`lnurlw://domain.com/`),
  encode(`https://domain.com/${'x'.repeat(2_000)}`),
  `https://domain.com/${'x'.repeat(2_000)}`,
  'http://domain.com/',
  'lnurlw://abcdefghijklmnop.onion:abc/',
  'lnurlp://domain.com/pay',
  'lnurlc://domain.com/',
  'keyauth://domain.com/?tag=login',
  'https://domain.com/?tag=login&k1=1',
  'https://domain.com/?lightning=LNURL1',
  'javascript:alert(1)',
  'lightning:lnbc1',
])('%s is not', (lnurl) => expect(cardUrl(lnurl)).toBeUndefined())

test('bytes that are not text are not a card', () => {
  const words = bech32.toWords(new Uint8Array([104, 255, 255]))
  expect(cardUrl(bech32.encode('lnurl', words))).toBeUndefined()
})
