import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Loot } from './attack.ts'

/** Bytes on a connection, some of them late. */
export type Raw = {
  readonly name: string
  readonly chunks: readonly (string | Buffer)[]
  /** Before each further chunk. */
  readonly pauseMs?: number
  /** Most requests that an honest reader finds in the bytes. */
  readonly requests?: number
  /** True if the request never ends, so that no answer is waited for. */
  readonly isCutOff?: boolean
}

const head = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`

/** Bytes that readers of HTTP understand differently, or not at all. */
export function rawAttacks({ ids, cookies }: Loot): Raw[] {
  const rights = [`Cookie: ${cookies}`, 'Content-Type: application/json']
  const victim = `DELETE /products/${ids.product} HTTP/1.1`
  const smuggled = head(victim, 'Host: shop', ...rights)
  const post = ['POST /spaces HTTP/1.1', 'Host: shop', ...rights]
  const get = ['GET /spaces HTTP/1.1', 'Host: shop', ...rights]
  const one = (name: string, ...chunks: (string | Buffer)[]): Raw => ({ name, chunks })
  const withBody = (name: string, headers: string[], body: string): Raw =>
    one(name, head(...post, ...headers) + body)
  const chunked = `0\r\n\r\n${smuggled}`
  const length = `Content-Length: ${chunked.length}`
  const lengths = ['+5', '-1', '0x5', '5, 6', '5 5', '1e2', '99999999999999999999', '']
  return [
    withBody('length and chunks', [length, 'Transfer-Encoding: chunked'], chunked),
    withBody(
      'chunks and length',
      ['Transfer-Encoding: chunked', 'Content-Length: 4'],
      chunked,
    ),
    ...[
      'xchunked',
      'chunked, identity',
      'identity',
      '\x0bchunked',
      'chunked\r\n x',
      '"chunked"',
    ].map((coding) =>
      withBody(`coding ${coding}`, [`Transfer-Encoding: ${coding}`, length], chunked),
    ),
    withBody('blank before colon', ['Transfer-Encoding : chunked', length], chunked),
    withBody(
      'two codings',
      ['Transfer-Encoding: chunked', 'Transfer-encoding: x'],
      chunked,
    ),
    withBody('two lengths', ['Content-Length: 0', length], chunked),
    ...lengths.map((each) =>
      withBody(`length ${each}`, [`Content-Length: ${each}`], smuggled),
    ),
    ...['zz', '-1', '0x5', 'FFFFFFFFFFFFFFFFF', '5;ext="\r\n"', ' 5'].map((size) =>
      withBody(`chunk ${size}`, ['Transfer-Encoding: chunked'], `${size}\r\n${smuggled}`),
    ),
    withBody(
      'trailer',
      ['Transfer-Encoding: chunked'],
      `1\r\n{\r\n0\r\nX-HTTP-Method-Override: DELETE\r\nContent-Length: 9\r\n\r\n`,
    ),
    { ...withBody('body cut off', ['Content-Length: 1000'], '{'), isCutOff: true },
    withBody('expectation', ['Expect: 100-continue', 'Content-Length: 1'], '{'),
    withBody('strange expectation', ['Expect: x', 'Content-Length: 1'], '{'),
    one('bare line feeds', `${get.join('\n')}\n\n`),
    one('folded header', head(...get, 'X-A: b', '\tc')),
    one('NUL in a header', head(...get, 'X-A: b\0c')),
    one('NUL in the path', head('GET /spa\0ces HTTP/1.1', 'Host: shop')),
    one('blank in a name', head(...get, 'X A: b')),
    one('header without name', head(...get, ': b')),
    one('header without colon', head(...get, 'nonsense')),
    one('no host', head('GET /spaces HTTP/1.1', ...rights)),
    one('two hosts', head(...get, 'Host: evil')),
    one('long header', head(...get, `X-A: ${'x'.repeat(40_000)}`)),
    one('many headers', head(...get, ...Array.from({ length: 3_000 }, () => 'A: b'))),
    one('long path', head(`GET /${'x'.repeat(40_000)} HTTP/1.1`, 'Host: shop')),
    one('no version', 'GET /spaces\r\n\r\n'),
    one('version 9.9', head('GET /spaces HTTP/9.9', 'Host: shop')),
    one('version 2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    one('asterisk', head('OPTIONS * HTTP/1.1', 'Host: shop')),
    one('tunnel', head('CONNECT shop:443 HTTP/1.1', 'Host: shop')),
    one(
      'whole URL',
      head('GET http://evil.example/spaces HTTP/1.1', 'Host: shop', ...rights),
    ),
    one('bytes of TLS', Buffer.from('16030100a5010000a10303', 'hex')),
    { ...one('nothing'), isCutOff: true },
    one('zeros', Buffer.alloc(10_000)),
    one('upgrade to h2c', head(...get, 'Connection: Upgrade', 'Upgrade: h2c')),
    { name: 'pipeline', chunks: [head(...get).repeat(40)], requests: 40 },
    {
      name: 'pipeline after a wrong one',
      chunks: [
        head(...get),
        `${head(...post, 'Content-Length: 1')}{`,
        head(...get, 'X A: b'),
      ],
      requests: 3,
    },
    {
      name: 'slow body',
      chunks: [head(...post, 'Content-Length: 12'), ...'{"name": "x"'.split('')],
      pauseMs: 5,
    },
    {
      name: 'slow head',
      chunks: head('GET /spaces HTTP/1.1', 'Host: shop').split(''),
      pauseMs: 2,
    },
  ]
}

/** Statuses of the responses to raw bytes; none where the connection is closed without. */
export async function sendRaw(url: string, raw: Raw) {
  const { chunks, pauseMs = 0, requests = 1, isCutOff = false } = raw
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  let received = ''
  const statuses = () =>
    [...received.matchAll(/HTTP\/1\.1 ([2-5]\d\d) /g)].map(([, status]) => Number(status))
  const answered = new Promise<void>((resolve) => {
    socket.on('data', (data) => {
      received += data.toString('latin1')
      if (statuses().length >= requests) resolve()
    })
    socket.on('close', () => resolve())
  })
  socket.on('error', () => {})
  for (const chunk of chunks) {
    if (socket.destroyed) break
    socket.write(chunk)
    if (pauseMs > 0) await pause(pauseMs)
  }
  if (!isCutOff) await answered
  // After the answer there may be one more, to no request
  if (!socket.destroyed) {
    const closed = once(socket, 'close')
    socket.end()
    await closed
  }
  return statuses()
}
