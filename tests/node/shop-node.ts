import { mkdtemp } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { startLightningNode } from '../../infra/local/lightning-node/start.ts'
import { directTransport } from '../../shared/lightning/node/phoenixd/direct-transport.ts'
import { phoenixd } from '../../shared/lightning/node/phoenixd/phoenixd.ts'
import { removeFolder } from '../support/remove-folder.ts'

export const password = 'full-access'
export const limitedPassword = 'limited-access'
export const webhookSecret = 'webhook-secret'

/** A webhook server that records requests in order. */
export async function webhookReceiver() {
  const received: { headers: IncomingHttpHeaders; body: Buffer }[] = []
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      received.push({ headers: request.headers, body })
      response.end('"Ok"')
    })
  })
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received }
}

/**
 * Starts a simulated node with a webhook receiver; it has a channel unless it is new. Both stop after
 * the test.
 */
export async function shopNode(options: { dataDir?: string; isNew?: boolean } = {}) {
  const clock = { ms: Date.now() }
  const webhook = await webhookReceiver()
  const dataDir = options.dataDir ?? (await temporaryDirectory())
  const node = await startLightningNode({
    port: 0,
    dataDir,
    webhookUrl: webhook.url,
    webhookSecret,
    password,
    limitedPassword,
    ...(!options.isNew && { channel: { balanceSat: 1_000_000, capacitySat: 3_030_304 } }),
    now: () => clock.ms,
  })
  onTestFinished(() => node.close())

  /** A raw HTTP call of the node's API. */
  const call = async (
    path: string,
    form?: Record<string, string>,
    authorization = `:${password}`,
  ) => {
    const response = await fetch(node.url + path, {
      method: form ? 'POST' : 'GET',
      headers: { authorization: `Basic ${btoa(authorization)}` },
      ...(form && { body: new URLSearchParams(form) }),
    })
    const body = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, body: isJson ? JSON.parse(body) : body }
  }

  /** A call of the simulation's own API. */
  const simulate = async (path: string, json: object, method = 'POST') => {
    const response = await fetch(`${node.url}/_simulator/${path}`, {
      method,
      ...(method === 'POST' && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(json),
      }),
    })
    return { status: response.status, body: JSON.parse(await response.text()) }
  }

  return {
    ...node,
    dataDir,
    clock,
    webhook,
    call,
    simulate,
    client: phoenixd(directTransport(node.url, password)),
  }
}

export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'lightning-node-'))
  onTestFinished(() => removeFolder(directory))
  return directory
}
