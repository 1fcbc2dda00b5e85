import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { getOutside, postOutside } from '../../../shared/platform/outbound/outbound.ts'
import { isPublicAddress } from '../../../shared/platform/outbound/public-address.ts'
import { certificate, certificateKey } from './certificate.ts'

/** A server on the loopback address. It counts who reached it, by connection. */
let answer: (response: ServerResponse) => void = () => {}
let connections = 0
let resolved: string[] = []
let sent: { url?: string | undefined; headers: IncomingHttpHeaders }[] = []
const server = createServer(
  { cert: certificate, key: certificateKey },
  (message, response) => {
    sent.push({ url: message.url, headers: message.headers })
    answer(response)
  },
)
server.on('connection', () => {
  connections += 1
})

beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  connections = 0
  sent = []
  answer = (response) => response.end('{"rate":1}')
  resolved = []
})

const limits = { timeoutMs: 60_000, maxBytes: 1_000 }
const port = () => (server.address() as AddressInfo).port
const resolve = (hostname: string) => {
  resolved.push(hostname)
  return lookup(hostname, { all: true })
}
const loopback = () => ({ resolve, isAllowed: () => true, port: port(), ca: certificate })
/** The judgement of the product, at a port where a server does listen. */
const fromOutside = () => ({ ...loopback(), isAllowed: isPublicAddress })
const at = (host: string, path = '') => `https://${host}:${port()}${path}`

/** A resolver that says this of every name. */
const saying =
  (...addresses: string[]) =>
  async (hostname: string) => {
    resolved.push(hostname)
    return addresses.map((address) => ({ address, family: 4 }))
  }

test('answers with status and text, and sends nothing that says who asks', async () => {
  const got = await getOutside(at('localhost', '/a?b=c'), limits, loopback())
  expect(got).toEqual({ status: 200, body: '{"rate":1}' })
  expect(sent).toEqual([
    {
      url: '/a?b=c',
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        host: `localhost:${port()}`,
        connection: 'close',
      },
    },
  ])
})

test.each([
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '127.0.0.1.',
  '１２７.0.0.1',
  '127。0。0。1',
  '0',
  '0.0.0.0',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'ｌocalhost',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
])('does not reach https://%s', async (host) => {
  // Some resolvers do not know localhost with a dot
  await expect(getOutside(at(host), limits, fromOutside())).rejects.toThrow(
    host === 'localhost.' ? 'no' : 'no public address',
  )
  expect(connections).toBe(0)
})

test('resolves a name once, and judges every address that it has', async () => {
  const network = { ...fromOutside(), resolve: saying('8.8.8.8', '127.0.0.1') }
  await expect(getOutside(at('issuer.example'), limits, network)).rejects.toThrow(
    'no public address',
  )
  expect(resolved).toEqual(['issuer.example'])
  expect(connections).toBe(0)
})

test('connects to the address that was judged, whatever the name is next', async () => {
  const judged: string[] = []
  const isAllowed = (address: string) => judged.push(address) > 0
  await getOutside(at('issuer.example'), limits, {
    ...loopback(),
    resolve: saying('127.0.0.1'),
    isAllowed,
  })
  expect(resolved).toEqual(['issuer.example'])
  expect(judged).toEqual(['127.0.0.1'])
  expect(connections).toBe(1)
})

test.each([
  ['http:// without TLS', () => `http://localhost:${port()}`, 'not an https URL'],
  ['another scheme', () => `file:///etc/passwd`, 'not an https URL'],
  ['no URL', () => '//localhost', 'not an https URL'],
  ['a user', () => `https://user@localhost:${port()}`, 'credentials'],
  ['a password', () => `https://:secret@localhost:${port()}`, 'credentials'],
  ['another port', () => 'https://localhost:22', 'another port'],
  ['no port', () => 'https://localhost', 'another port'],
])('refuses %s', async (_name, url, reason) => {
  await expect(getOutside(url(), limits, loopback())).rejects.toThrow(reason)
  expect(connections).toBe(0)
})

test('follows no redirect', async () => {
  answer = (response) =>
    response.writeHead(302, { location: at('localhost', '/2') }).end()
  const { status } = await getOutside(at('localhost', '/1'), limits, loopback())
  expect(status).toBe(302)
  expect(sent.map(({ url }) => url)).toEqual(['/1'])
})

test('trusts no certificate that it does not know, or of another name', async () => {
  const { ca: _, ...untrusting } = loopback()
  await expect(getOutside(at('localhost'), limits, untrusting)).rejects.toThrow(
    'no answer',
  )
  const elsewhere = { ...loopback(), resolve: saying('127.0.0.1') }
  await expect(getOutside(at('other.example'), limits, elsewhere)).rejects.toThrow(
    'no answer',
  )
  expect(sent).toEqual([])
})

/**
 * Answers like this. Where time has to run out, it does so a moment after the call has come
 * here: on a busy machine the connection alone may take a second.
 */
function answerWith(behave: (response: ServerResponse) => unknown, runsOut: boolean) {
  answer = (response) => void behave(response)
  if (!runsOut) return
  const time = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal)
  answer = (response) => {
    behave(response)
    setTimeout(() => time.abort(), 100)
  }
  onTestFinished(() => {
    expect(timeout).toHaveBeenCalledExactlyOnceWith(limits.timeoutMs)
    timeout.mockRestore()
  })
}

test.each([
  ['nothing', () => {}, 'no answer in time'],
  ['half a body', (response) => response.write('{'), 'no answer in time'],
  ['too long a body', (response) => response.end('x'.repeat(1_001)), 'too long'],
  ['an endless body', (response) => void endless(response), 'too long'],
  [
    'too long a header',
    (response) => response.setHeader('x', 'x'.repeat(9_000)).end(),
    'no answer',
  ],
  [
    'headers that come slowly and never end',
    (response) => void slowHeaders(response),
    'no answer in time',
  ],
  ['an end without an answer', (response) => response.destroy(), 'no answer'],
  [
    'an upgrade',
    (response) =>
      response.writeHead(101, { connection: 'upgrade', upgrade: 'x' }).flushHeaders(),
    'an upgrade',
  ],
] satisfies [string, (response: ServerResponse) => unknown, string][])(
  'gives up on %s',
  async (_name, behave, reason) => {
    answerWith(behave, reason.endsWith('in time'))
    const failed = expect(getOutside(at('localhost'), limits, loopback())).rejects
    await failed.toMatchObject({
      message: expect.stringContaining(reason),
      wasSent: true,
    })
  },
)

async function slowHeaders({ socket }: ServerResponse): Promise<void> {
  socket?.write('HTTP/1.1 200 OK\r\n')
  while (socket && !socket.destroyed) {
    socket.write('x: y\r\n')
    await new Promise((next) => setTimeout(next, 20))
  }
}

async function endless(response: ServerResponse): Promise<void> {
  while (!response.destroyed) {
    response.write('x'.repeat(500))
    await new Promise((next) => setTimeout(next, 1))
  }
}

test('says that a server which is not there received nothing', async () => {
  const unused = createServer()
  await new Promise<void>((done) => unused.listen(0, '127.0.0.1', done))
  const { port: unusedPort } = unused.address() as AddressInfo
  await new Promise((done) => unused.close(done))
  const network = { ...loopback(), port: unusedPort }
  const call = getOutside(`https://localhost:${unusedPort}`, limits, network)
  await expect(call).rejects.toMatchObject({ message: 'no answer', wasSent: false })
})

test('decompresses nothing', async () => {
  const bomb = gzipSync('x'.repeat(100_000))
  answer = (response) => response.setHeader('content-encoding', 'gzip').end(bomb)
  const { body } = await getOutside(at('localhost'), limits, loopback())
  expect(body).toBe(bomb.toString('utf8'))
})

test('also reads a body of exactly the limit', async () => {
  answer = (response) => response.end('x'.repeat(1_000))
  const { body } = await getOutside(at('localhost'), limits, loopback())
  expect(body).toHaveLength(1_000)
})

describe('a POST', () => {
  const post = (url: string, network: Parameters<typeof postOutside>[3]) =>
    postOutside(
      url,
      { headers: { 'content-type': 'text/plain' }, body: 'x' },
      limits.timeoutMs,
      network,
    )

  test('reads of the answer its status and Retry-After, and no endless body', async () => {
    let closed: Promise<unknown> | undefined
    answer = (response) => {
      closed = once(response, 'close')
      void endless(response.writeHead(503, { 'retry-after': '7' }))
    }
    const got = await post(at('localhost'), loopback())
    expect(got).toEqual({ status: 503, retryAfter: '7' })
    await closed
    expect(sent[0]?.headers).toMatchObject({ 'content-length': '1' })
  })

  test('judges the addresses of a name anew each time, and keeps no connection', async () => {
    let address = '127.0.0.1'
    const network = {
      ...loopback(),
      resolve: () => saying(address)('localhost'),
      isAllowed: (each: string) => each === '127.0.0.1' || isPublicAddress(each),
    }
    expect(await post(at('localhost'), network)).toMatchObject({ status: 200 })
    address = '127.0.0.2'
    const rebound = post(at('localhost'), network)
    await expect(rebound).rejects.toMatchObject({
      message: 'no public address',
      wasSent: false,
    })
    expect(connections).toBe(1)
  })

  test('does not go where a redirect leads', async () => {
    answer = (response) =>
      response.writeHead(307, { location: at('localhost', '/2') }).end()
    expect(await post(at('localhost', '/1'), loopback())).toMatchObject({ status: 307 })
    expect(sent.map(({ url }) => url)).toEqual(['/1'])
  })

  test.each([
    ['nothing', () => {}, 'no answer in time'],
    ['headers that never end', (response) => void slowHeaders(response), 'in time'],
    [
      'too long a header',
      (response) => response.setHeader('x', 'x'.repeat(9_000)).end(),
      'no answer',
    ],
  ] satisfies [string, (response: ServerResponse) => unknown, string][])(
    'gives up on %s',
    async (_name, behave, reason) => {
      answerWith(behave, reason.endsWith('in time'))
      await expect(post(at('localhost'), loopback())).rejects.toMatchObject({
        message: expect.stringContaining(reason),
        wasSent: true,
      })
    },
  )
})
