import { once } from 'node:events'
import type { Socket } from 'node:net'
import WebSocket from 'ws'
import type { Loot } from './attack.ts'

/** Headers and query of a handshake that must be refused. */
type Handshake = {
  readonly query?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly protocols?: readonly string[]
}

/** Handshakes without a valid token in the one place where it counts. */
export const handshakes = ({
  tokens: { access, refresh },
  forged,
}: Loot): Handshake[] => [
  {},
  { query: `?accessToken=${access}` },
  { query: `?token=${access}&cookie=accessToken%3D${access}` },
  { headers: { authorization: `Bearer ${access}` } },
  { headers: { cookie: `AccessToken=${access}` } },
  { headers: { cookie: `refreshToken=${refresh}` } },
  { headers: { cookie: `accessToken=${refresh}` } },
  { headers: { cookie: `walletAccessToken=${access}` } },
  { headers: { 'x-accesstoken': access } },
  { protocols: ['accessToken', access] },
  { protocols: [`accessToken.${access.replaceAll('.', '_')}`] },
  { path: '/ws/tunnel', headers: { cookie: `accessToken=${access}` } },
  { path: '/ws/tunnel', headers: { authorization: `Bearer ${access}` } },
  { path: '/ws/tunnel', query: `?authorization=Bearer%20${access}` },
  ...forged
    .filter((token) => /^[\x21-\x7e]{1,4000}$/.test(token))
    .map((token) => ({ headers: { cookie: `accessToken=${token}` } })),
]

/** The status of a handshake's refusal; 101 when it was admitted. */
export async function shakeHands(url: string, handshake: Handshake): Promise<number> {
  const { path = '/ws/payments', query = '', headers = {}, protocols = [] } = handshake
  const socket = new WebSocket(
    `${url.replace('http', 'ws')}${path}${query}`,
    [...protocols],
    { headers },
  )
  return new Promise((resolve) => {
    socket.once('open', () => {
      socket.terminate()
      resolve(101)
    })
    socket.once('unexpected-response', (request, response) => {
      request.destroy()
      resolve(response.statusCode ?? 0)
    })
    socket.once('error', () => resolve(0))
  })
}

/** A frame as a client sends it, of less than 64 KB. */
function frame(first: number, payload: string | Buffer, isMasked = true): Buffer {
  const content = Buffer.from(payload)
  const size = content.length < 126 ? content.length : 126
  const mask = isMasked ? 0x80 : 0
  const length = Buffer.alloc(2)
  length.writeUInt16BE(content.length)
  return Buffer.concat([
    Buffer.from([first, mask | size]),
    ...(size === 126 ? [length] : []),
    // A mask of zeros leaves the content as it is
    ...(isMasked ? [Buffer.alloc(4)] : []),
    content,
  ])
}

const text = 0x81

/** Frames for an open socket, and the code with which it is closed; none if it stays open. */
export const frames: readonly (readonly [name: string, bytes: Buffer, code?: number])[] =
  [
    ['a message above 32 KB', frame(text, 'x'.repeat(33 * 1024)), 1009],
    ['text that is not UTF-8', frame(text, Buffer.from('c0af', 'hex')), 1007],
    ['text with a surrogate', frame(text, Buffer.from('eda080', 'hex')), 1007],
    ['a binary frame', frame(0x82, 'x'), 1003],
    ['a frame without mask', frame(text, '{}', false), 1002],
    ['a reserved opcode', frame(0x83, '{}'), 1002],
    ['reserved bits', frame(0xf1, '{}'), 1002],
    ['a continuation of nothing', frame(0x80, '{}'), 1002],
    ['a long ping', frame(0x89, 'x'.repeat(200)), 1002],
    ['a reserved close code', frame(0x88, Buffer.from([0x03, 0xed])), 1002],
    ['many pings', Buffer.concat(Array.from({ length: 100 }, () => frame(0x89, 'x')))],
    [
      'many pieces',
      Buffer.concat([
        frame(0x01, '['),
        ...Array.from({ length: 100 }, () => frame(0x00, '[')),
        frame(0x80, '['),
      ]),
    ],
    ['no JSON', frame(text, '{')],
    ['deep JSON', frame(text, '['.repeat(32_000))],
    ['an inherited action', frame(text, '{"action":"__proto__"}')],
    ['an action that is not text', frame(text, '{"action":{"toString":1}}')],
    ['an array', frame(text, '[{"action":"replay","since":0}]')],
    ['a replay since nothing', frame(text, '{"action":"replay","since":null}')],
    ['a replay since a text', frame(text, '{"action":"replay","since":"__proto__"}')],
    ['a replay since NaN', frame(text, '{"action":"replay","since":NaN}')],
    ['a replay since 1e400', frame(text, '{"action":"replay","since":1e400}')],
    ['a replay since -1', frame(text, '{"action":"replay","since":-1}')],
    ['a replay since half a millisecond', frame(text, '{"action":"replay","since":0.5}')],
  ]

/** Sends bytes on an open socket. Returns the code of its end, or `open` when a ping is answered. */
export async function sendFrame(
  url: string,
  { cookies }: Loot,
  bytes: Buffer,
): Promise<number | 'open'> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/payments`, {
    headers: { cookie: cookies },
  })
  await once(socket, 'open')
  socket.on('error', () => {})
  const closed = once(socket, 'close').then(([code]) => code as number)
  const answered = once(socket, 'pong').then(() => 'open' as const)
  const { _socket: wire } = socket as unknown as { readonly _socket: Socket }
  wire.write(bytes)
  socket.ping()
  const end = await Promise.race([closed, answered])
  socket.terminate()
  return end
}
