import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { startLambdaApi } from '../../infra/local/lambda-api.ts'
import { shopNode } from '../node/shop-node.ts'
import { isLoopback, listenersOn } from './processes.ts'
import { rawRequest } from './raw-http.ts'

// Reads sockets from /proc, which only Linux has.
describe.skipIf(process.platform !== 'linux')("the tests' engines", () => {
  test.each(['dynamoDbEndpoint', 'queuesEndpoint'] as const)(
    '%s is on loopback only',
    (name) => {
      const listeners = listenersOn(Number(new URL(inject(name)).port))
      expect(listeners).not.toEqual([])
      expect(listeners.filter((socket) => !isLoopback(socket))).toEqual([])
    },
  )
})

describe('a web page whose name resolves to loopback (DNS rebinding)', () => {
  const lambdaApi = async () => {
    const api = await startLambdaApi(async () => undefined)
    onTestFinished(() => api.close())
    return api.endpoint
  }
  const statusFor = async (url: string, host: string) => {
    const lines = ['GET / HTTP/1.1', `Host: ${host}`, 'Connection: close', '', '']
    return Number((await rawRequest(url, lines)).split(' ')[1])
  }

  test.each([
    ['the queues and pictures', async () => inject('queuesEndpoint')],
    ['the simulated node', async () => (await shopNode()).url],
    ['asynchronous invocations', lambdaApi],
  ])('is refused by %s, while this machine is not', async (_what, start) => {
    const url = await start()
    const { port } = new URL(url)
    for (const host of [
      'till.example',
      `till.example:${port}`,
      '127.0.0.1.till.example',
    ]) {
      expect(await statusFor(url, host), host).toBe(403)
    }
    for (const host of [`127.0.0.1:${port}`, 'localhost', '[::1]:80']) {
      expect(await statusFor(url, host), host).not.toBe(403)
    }
  })

  test("the simulation's own API takes only JSON, which no page of another origin can send", async () => {
    const { url } = await shopNode()
    const post = (contentType: string) =>
      fetch(`${url}/_simulator/faults`, {
        method: 'POST',
        headers: { 'content-type': contentType },
        body: '{"refuse":true}',
      })
    expect((await post('text/plain')).status).toBe(415)
    expect((await post('application/json')).status).toBe(200)
  })
})
