import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Duplex } from 'node:stream'
import { text as readBody } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocketServer } from 'ws'
import { listen, refusesForeignHost } from '../local-server.ts'
import { simulatedCards } from './cards.ts'
import { control } from './controls.ts'
import { openLedger } from './ledger.ts'
import { isAllowed, type NodeResponse, type Passwords, respond } from './node-api.ts'
import { simulatedRateSource } from './rate-source.ts'
import { endPending } from './sending.ts'
import type { FirstChannel, SimulatedNode } from './simulated-node.ts'
import { faultSwitches, webhooks } from './webhooks.ts'

type LightningNodeSettings = {
  /** 0 picks a free port */
  port: number
  dataDir: string
  webhookUrl: string
  webhookSecret: string
  /** allows every operation */
  password: string
  /** allows everything but sending payments and closing channels */
  limitedPassword: string
  /** A channel that the node has before its first payment; without one it is new. */
  channel?: FirstChannel
  /** Unix ms; the system clock by default */
  now?: () => number
}

/** Time in which a restarted node looks for its channel's changes. */
const syncingMs = 500

/**
 * Starts a simulated node with phoenixd's API on the loopback address. `/_simulator/...`
 * pays its invoices as a customer and switches faults on.
 */
export async function startLightningNode(settings: LightningNodeSettings) {
  const passwords = { full: settings.password, limited: settings.limitedPassword }
  const faults = faultSwitches()
  const events = notificationSockets(passwords)
  const closing = new AbortController()
  const deliver = webhooks(settings.webhookSecret, faults, closing.signal)
  const ledger = openLedger(settings.dataDir)
  let isSyncing = !ledger.isNew
  const node: SimulatedNode = {
    cards: simulatedCards(),
    rateSource: simulatedRateSource(),
    ...ledger,
    firstChannel: settings.channel ?? null,
    faults,
    peer: () => faults.current().peer ?? (isSyncing ? 'Syncing' : undefined),
    now: settings.now ?? Date.now,
    notify: (payment, invoiceWebhookUrl) => {
      events.send(payment)
      return deliver(
        [settings.webhookUrl, invoiceWebhookUrl].filter((url) => url !== null),
        payment,
      )
    },
  }

  if (isSyncing) {
    wait(syncingMs, undefined, { signal: closing.signal, ref: false }).then(
      () => {
        isSyncing = false
        endPending(node)
      },
      () => undefined,
    )
  }

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const call = {
      method: request.method ?? '',
      url: new URL(request.url ?? '', `http://${request.headers.host}`),
      authorization: request.headers.authorization,
      contentType: request.headers['content-type'],
      body: await readBody(request),
    }
    const path = call.url.pathname
    if (path.startsWith('/_simulator/')) return reply(response, await control(node, call))
    const fault = faults.of(path)
    await wait(fault.slowMs ?? 0, undefined, { signal: closing.signal })
    if (fault.refuse) return response.destroy()
    if (fault.status500) return reply(response, failed('simulated failure'))
    const answered = await respond(node, passwords, call)
    if (fault.cut) return response.destroy()
    const unexpected = { status: 200, content: { unexpected: true } }
    reply(response, fault.wrongJson ? unexpected : answered)
  }

  const server = createServer((request, response) => {
    if (refusesForeignHost(request, response)) return
    serve(request, response).catch((error: unknown) => {
      if (closing.signal.aborted || response.headersSent) response.destroy()
      else reply(response, failed(String(error)))
    })
  })
  server.on('upgrade', events.upgrade)
  const { url, close } = await listen(server, settings.port)
  return {
    url,
    close: async (): Promise<void> => {
      closing.abort()
      events.close()
      await close()
    },
  }
}

function reply(
  response: ServerResponse,
  { status, content, location }: NodeResponse,
): void {
  const isText = typeof content === 'string'
  const type = isText ? 'text/plain' : 'application/json'
  response.writeHead(status, {
    'content-type': `${type}; charset=UTF-8`,
    ...(status === 401 && {
      'www-authenticate': 'Basic realm="Ktor Server", charset=UTF-8',
    }),
    ...(location !== undefined && { location }),
  })
  response.end(isText ? content : JSON.stringify(content, null, 4))
}

const failed = (content: string): NodeResponse => ({ status: 500, content })

/** GET /websocket: sends every notification to all open WebSockets. */
function notificationSockets(passwords: Passwords) {
  const sockets = new WebSocketServer({ noServer: true })

  return {
    /** Upgrades an HTTP connection, or rejects it with 401 or 404. */
    upgrade: (request: IncomingMessage, connection: Duplex, head: Buffer): void => {
      const path = request.url ?? ''
      if (path !== '/websocket') reject(connection, 404)
      else if (!isAllowed(passwords, path, request.headers.authorization)) {
        reject(connection, 401)
      } else {
        sockets.handleUpgrade(request, connection, head, (socket) => {
          socket.on('error', () => socket.terminate())
        })
      }
    },

    /** Unlike a webhook, an event leaves null fields out. */
    send(notification: object): void {
      const present = Object.entries(notification).filter(([, value]) => value !== null)
      const text = JSON.stringify(Object.fromEntries(present), null, 4)
      for (const socket of sockets.clients) socket.send(text)
    },

    close(): void {
      for (const socket of sockets.clients) socket.terminate()
    },
  }
}

function reject(connection: Duplex, status: number): void {
  connection.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\n\r\n`,
  )
}
