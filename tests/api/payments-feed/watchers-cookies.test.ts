import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let token: string
beforeAll(async () => {
  shop = await openShop()
  token = (await shop.admin()).cookies.get('accessToken') ?? ''
})
afterAll(() => shop.close())

/** The status of an upgrade request with these header lines. */
async function statusOf(lines: readonly string[]): Promise<number> {
  const { hostname, port } = new URL(shop.url)
  const socket = connect(Number(port), hostname)
  socket.write(
    [
      'GET /ws/payments HTTP/1.1',
      'Host: till',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      ...lines,
      '',
      '',
    ].join('\r\n'),
  )
  const [answer] = await once(socket, 'data')
  socket.destroy()
  return Number(String(answer).split(' ')[1])
}

it.each([
  ['in the only header', (t: string) => [`Cookie: accessToken=${t}`]],
  ['in the first of several', (t: string) => [`Cookie: accessToken=${t}`, 'Cookie: a=b']],
  ['in the last of several', (t: string) => ['Cookie: a=b', `cookie: accessToken=${t}`]],
  ['among others', (t: string) => [`Cookie: a=b; accessToken=${t};c=d`]],
  ['in headers that a proxy joined', (t: string) => [`Cookie: a=b, accessToken=${t}`]],
  ['behind a blank one', (t: string) => [`Cookie: accessToken=; accessToken=${t}`]],
])('a socket is admitted with its cookie %s', async (_, lines) => {
  expect(await statusOf(lines(token))).toBe(101)
})

it.each([
  ['no cookie', []],
  ['a blank one', ['Cookie: accessToken=']],
  ['one without a value', ['Cookie: accessToken', 'Cookie: a=b']],
  ['an invalid one first', ['Cookie: accessToken=x', 'Cookie: accessToken=y']],
])('a socket is rejected with %s', async (_, lines) => {
  expect(await statusOf(lines)).toBe(401)
})
