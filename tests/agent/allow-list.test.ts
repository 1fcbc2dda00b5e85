import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isAllowed } from '../../shared/lightning/node/phoenixd/allow-list.ts'

describe('the allow list of the tunnel', () => {
  test.each([
    ['GET', '/getinfo'],
    ['GET', '/getbalance'],
    ['GET', '/payments/incoming'],
    ['GET', '/payments/incoming?from=1&limit=20&externalId=a%2Fb'],
    ['GET', '/payments/incoming/4f2a'],
    ['GET', '/payments/outgoing?all=true'],
    ['GET', '/payments/outgoing/3b1c-77'],
    ['GET', '/payments/outgoingbyhash/4f2a'],
    ['POST', '/createinvoice'],
    ['POST', '/payinvoice'],
    ['POST', '/payoffer'],
    ['POST', '/sendtoaddress'],
    ['POST', '/bumpfee'],
    ['POST', '/closechannel'],
  ] as const)('%s %s is allowed', (method, path) => {
    expect(isAllowed(method, path)).toBe(true)
  })

  test.each([
    ['GET', '/getseed'],
    ['GET', '/seed'],
    ['GET', '/export'],
    ['POST', '/export'],
    ['POST', '/lnurlpay'],
    ['POST', '/lnurlauth'],
    ['POST', '/paylnaddress'],
    ['GET', '/'],
    ['GET', ''],
    ['GET', 'getinfo'],
    ['GET', '//'],
    ['GET', '//elsewhere/getinfo'],
    ['GET', '/payments/incoming/a%2Fb'],
    ['GET', '/payments/incoming/a%5Cb'],
    ['GET', '/getinfo/'],
    ['GET', '/getinfo?x=1'],
    ['POST', '/getinfo'],
    ['GET', '/payinvoice'],
    ['POST', '/payinvoice?amountSat=1'],
    ['POST', '/payments/incoming'],
    ['GET', '/payments/incoming/'],
    ['GET', '/payments/incoming/a/b'],
    ['GET', '/payments/incoming/../../export'],
    ['GET', '/payments/incoming/..%2f..%2fexport'],
    ['GET', '/payments/incoming/%2e%2e'],
    ['GET', '/payments/incoming/..\\..\\export'],
    ['GET', '/payments/incoming/a%5c..'],
    ['GET', '/payments/incoming/a\r\nX-Header: 1'],
    ['GET', '/payments/incoming#/export'],
    ['GET', '//evil.example/getinfo'],
    ['GET', 'http://evil.example/getinfo'],
    ['GET', '@evil.example/getinfo'],
    ['GET', ':9999/getinfo'],
    ['GET', '/getinfo\u0000'],
  ] as const)('%s %j is refused', (method, path) => {
    expect(isAllowed(method, path)).toBe(false)
  })

  test('no allowed path reaches another operation', () => {
    const pieces = fc.constantFrom('..', '.', '/', '\\', '%2e', '%2F', '?', '#', '@', 'a')
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const path = `/payments/incoming/${parts.join('')}`
        if (!isAllowed('GET', path)) return
        const parsed = new URL(path, 'http://node')
        expect(parsed.host).toBe('node')
        expect(parsed.pathname).toMatch(/^\/payments\/incoming\/[^/\\]+$/)
      }),
    )
  })
})
