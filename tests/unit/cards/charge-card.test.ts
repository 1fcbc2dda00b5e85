import { lookup } from 'node:dns/promises'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chargeCard } from '../../../shared/lightning/cards/charge-card.ts'
import { getOutside } from '../../../shared/platform/outbound/outbound.ts'
import { isPublicAddress } from '../../../shared/platform/outbound/public-address.ts'
import { certificate, certificateKey } from '../outbound/certificate.ts'

type Answer = (response: ServerResponse) => unknown

const silent: Answer = () => {}

/** An issuer on the loopback address, which tests alone may reach. */
let answers: Answer[] = []
let asked: (string | undefined)[] = []
const issuer = createServer(
  { cert: certificate, key: certificateKey },
  (request, response) => {
    asked.push(request.url)
    answers.shift()?.(response)
  },
)
/** Something else on this machine, which nobody may reach. */
let reached = 0
const inside = createTcpServer((socket) => {
  reached += 1
  socket.destroy()
})

beforeAll(async () => {
  await new Promise<void>((done) => issuer.listen(0, '127.0.0.1', done))
  await new Promise<void>((done) => inside.listen(0, '127.0.0.1', done))
})
afterAll(() => {
  issuer.closeAllConnections()
  issuer.close()
  inside.close()
})
beforeEach(() => {
  answers = []
  asked = []
  reached = 0
})

const portOf = (server: { address: () => unknown }) =>
  (server.address() as AddressInfo).port
const host = () => `localhost:${portOf(issuer)}`
const invoice = 'lnbc210n1example'

const network = () => ({
  resolve: (hostname: string) => lookup(hostname, { all: true }),
  isAllowed: () => true,
  port: portOf(issuer),
  ca: certificate,
})
/** Waits as long as the product does, but for an issuer that stays silent. */
const ask = (url: URL, timeoutMs: number) =>
  getOutside(
    url.href,
    {
      timeoutMs: answers.includes(silent) ? Math.min(timeoutMs, 3_000) : timeoutMs,
      maxBytes: 16_384,
    },
    network(),
  )

const charge = (lnurl = `lnurlw://${host()}/card?p=1&c=2`, amountSat = 21_000) =>
  chargeCard(lnurl, { invoice, amountSat }, ask)

const json =
  (body: unknown) =>
  (response: ServerResponse): unknown =>
    response.end(JSON.stringify(body))

const request = (changes: object = {}) => ({
  tag: 'withdrawRequest',
  callback: `https://${host()}/callback?id=7`,
  k1: 'secret',
  defaultDescription: 'A card',
  minWithdrawable: 1_000,
  maxWithdrawable: 21_000_000,
  ...changes,
})

const refused = (reason: string) => ({ kind: 'cardRefused', details: { reason } })
const invalid = { kind: 'cardInvalid' }
const limit = { kind: 'cardLimit' }

test('brings the invoice to the callback, once', async () => {
  answers = [json(request()), json({ status: 'OK' })]
  await charge()
  expect(asked).toEqual(['/card?p=1&c=2', `/callback?id=7&k1=secret&pr=${invoice}`])
})

test.each([
  ['/cb', 'a', '/cb?k1=a'],
  ['/cb?', 'a', '/cb?k1=a'],
  ['/cb?sig=%7E+%7e', 'a', '/cb?sig=%7E+%7e&k1=a'],
  ['/cb#pr=lnbc1', 'a', '/cb?k1=a'],
  ['/cb', 'a&pr=lnbc1evil#', '/cb?k1=a%26pr%3Dlnbc1evil%23'],
])('callback %s with k1 %s', async (path, k1, sent) => {
  const callback = `https://${host()}${path}`
  answers = [json(request({ callback, k1 })), json({ status: 'OK' })]
  await charge()
  expect(asked[1]).toBe(`${sent}&pr=${invoice}`)
})

test.each([
  [1, 'allows exactly the least', { minWithdrawable: 1_000 }, undefined],
  [21_000, 'allows exactly the most', {}, undefined],
  [21_001, 'allows less', {}, limit],
  [9, 'allows more alone', { minWithdrawable: 9_001 }, limit],
  [9, 'has nothing left', { minWithdrawable: 0, maxWithdrawable: 0 }, limit],
])('%s sat of a card that %s', async (amountSat, _, changes, failure) => {
  answers = [json(request(changes)), json({ status: 'OK' })]
  const charged = charge(undefined, amountSat)
  if (failure) await expect(charged).rejects.toMatchObject(failure)
  else await charged
  expect(asked).toHaveLength(failure ? 1 : 2)
})

describe('a reason', () => {
  test.each([
    ['Card\u0000 is\u001b[31m used\r\n\u202eon\u200b', 'Card is [31m used on'],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['€'.repeat(300), '€'.repeat(200)],
    ['⚡'.repeat(300), '⚡'.repeat(200)],
    ['', 'the issuer gives no reason'],
    [{ balance: 5 }, 'the issuer gives no reason'],
  ])('%j is text that can be shown', async (reason, shown) => {
    answers = [json({ status: 'ERROR', reason })]
    await expect(charge()).rejects.toMatchObject(refused(shown))
  })

  test('comes from the callback, too, whatever its status', async () => {
    answers = [
      json(request()),
      (response) =>
        response.writeHead(500).end('{"status":"ERROR","reason":"no balance"}'),
    ]
    await expect(charge()).rejects.toMatchObject(refused('no balance'))
  })
})

const gone: Answer = (response) => response.destroy()
const long: Answer = (response) => response.end('x'.repeat(16_385))
const page: Answer = (response) => response.end('<html>')
const elsewhere: Answer = (response) =>
  response
    .writeHead(302, { location: `http://127.0.0.1:${portOf(inside)}/latest/meta-data` })
    .end()

test.each([
  ['no answer', silent],
  ['half an answer', gone],
  ['too long an answer', long],
  ['a page', page],
  ['a redirect', elsewhere],
  ['another kind', (response) => json(request({ tag: 'payRequest' }))(response)],
  ['amounts as text', (response) => json(request({ maxWithdrawable: '9' }))(response)],
  ['no k1', (response) => json(request({ k1: '' }))(response)],
  ['null', json(null)],
  ['OK', json({ status: 'OK' })],
] satisfies [string, Answer][])(
  '%s instead of a card is not a card',
  async (_, answer) => {
    answers = [answer]
    await expect(charge()).rejects.toMatchObject(invalid)
    expect([asked.length, reached]).toEqual([1, 0])
  },
)

test.each([
  ['no answer', silent],
  ['half an answer', gone],
  ['too long an answer', long],
  ['a page', page],
  ['an answer twice', (response) => response.end('{"status":"OK"}{"status":"OK"}')],
] satisfies [string, Answer][])('%s at the callback may be paid', async (_, answer) => {
  answers = [json(request()), answer]
  await charge()
  expect(asked).toHaveLength(2)
})

test.each([
  ['a redirect', () => `https://${host()}/cb`, 2],
  ['its own invoice', () => `https://${host()}/cb?pr=lnbc1`, 1],
  ['its own k1', () => `https://${host()}/cb?K1=1&k1=1`, 1],
  ['without TLS', () => `http://localhost:${portOf(inside)}/`, 1],
  ['at another port', () => `https://localhost:${portOf(inside)}/`, 1],
  ['with a password', () => `https://a:b@${host()}/`, 1],
  ['nowhere', () => '//localhost', 1],
])('a callback of %s is not a card', async (_, callback, calls) => {
  answers = [json(request({ callback: callback() })), elsewhere]
  await expect(charge()).rejects.toMatchObject(invalid)
  expect([asked.length, reached]).toEqual([calls, 0])
})

test('a callback is judged by its own address', async () => {
  answers = [json(request({ callback: `https://127.0.0.1:${portOf(issuer)}/cb` }))]
  const judging = (url: URL, timeoutMs: number) =>
    getOutside(
      url.href,
      { timeoutMs, maxBytes: 16_384 },
      {
        ...network(),
        isAllowed: url.pathname === '/card' ? () => true : isPublicAddress,
      },
    )
  const lnurl = `lnurlw://${host()}/card`
  await expect(
    chargeCard(lnurl, { invoice, amountSat: 9 }, judging),
  ).rejects.toMatchObject(invalid)
  expect(asked).toEqual(['/card'])
})

test('a card at a place that is not public, or of another port, is not a card', async () => {
  for (const place of ['127.0.0.1', '2130706433', '[::1]', '169.254.169.254', 'x:8443']) {
    const charged = chargeCard(`lnurlw://${place}/`, { invoice, amountSat: 9 })
    await expect(charged).rejects.toMatchObject(invalid)
  }
})
