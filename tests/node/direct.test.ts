import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { directTransport } from '../../shared/lightning/node/phoenixd/direct-transport.ts'
import { NodeUnreachable } from '../../shared/lightning/node/transport.ts'
import { password, shopNode } from './shop-node.ts'

const read = { method: 'GET', path: '/getinfo', form: null } as const

async function listening(server: Server | ReturnType<typeof createTcpServer>) {
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready)
  })
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function unreachable(call: Promise<unknown>): Promise<NodeUnreachable> {
  const outcome = await call.catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(NodeUnreachable)
  return outcome as NodeUnreachable
}

test('authenticates with the password', async () => {
  const node = await shopNode()
  const answer = await directTransport(`${node.url}/`, password)(read)
  expect(answer.status).toBe(200)
  expect(JSON.parse(answer.body).nodeId).toBe((await node.call('/getinfo')).body.nodeId)
})

test('connection refused: the request was not sent', async () => {
  const node = await shopNode()
  await node.close()
  const { sent } = await unreachable(directTransport(node.url, password)(read))
  expect(sent).toBe(false)
})

test('a host name that does not resolve: the request was not sent', async () => {
  const call = directTransport('http://node.invalid', password)(read)
  expect((await unreachable(call)).sent).toBe(false)
})

test('a connection that closes: the request may have been sent', async () => {
  const url = await listening(createTcpServer((socket) => socket.destroy()))
  const { sent } = await unreachable(directTransport(url, password)(read))
  expect(sent).toBe(true)
})

test('an incomplete response counts as none', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half')
    setTimeout(() => response.destroy(), 10)
  })
  const { sent } = await unreachable(
    directTransport(await listening(server), password)(read),
  )
  expect(sent).toBe(true)
})

test('a timeout: the node may have processed the request', async () => {
  const node = await shopNode()
  await node.simulate('faults', { slowMs: 5_000 })
  const { sent } = await unreachable(directTransport(node.url, password, 100)(read))
  expect(sent).toBe(true)
})

test('does not follow a redirect', async () => {
  let followed = 0
  const elsewhere = await listening(
    createServer((_request, response) => {
      followed += 1
      response.end()
    }),
  )
  const url = await listening(
    createServer((_request, response) => {
      response.writeHead(307, { location: elsewhere }).end()
    }),
  )
  const payment = { method: 'POST', path: '/payinvoice', form: { invoice: 'x' } } as const
  expect((await directTransport(url, password)(payment)).status).toBe(307)
  expect(followed).toBe(0)
})
