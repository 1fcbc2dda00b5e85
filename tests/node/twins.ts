import { onTestFinished } from 'vitest'
import { directTransport } from '../../shared/lightning/node/phoenixd/direct-transport.ts'
import { phoenixd } from '../../shared/lightning/node/phoenixd/phoenixd.ts'
import { startPhoenixdDouble } from './double/phoenixd.ts'
import {
  limitedPassword,
  password,
  shopNode,
  webhookReceiver,
  webhookSecret,
} from './shop-node.ts'

/** Node for a table of phoenixd's behaviour: new, without a channel. */
type NewNode = {
  readonly url: string
  /** A customer pays; whether the node took it. */
  readonly pay: (paymentHash: string, amountSat?: number) => Promise<boolean>
  /** The line to its peer is lost, or found again. */
  readonly connect: (isUp: boolean) => Promise<unknown>
  /** The next Lightning payment fails for this reason. */
  readonly failNext: (reason: string) => Promise<unknown>
  readonly webhook: Awaited<ReturnType<typeof webhookReceiver>>
}

/** The simulator, and the double that was written from the notes on the source alone. */
export const twins: readonly (readonly [string, () => Promise<NewNode>])[] = [
  [
    'the simulator',
    async () => {
      const { url, simulate, webhook } = await shopNode({ isNew: true })
      return {
        url,
        webhook,
        pay: async (paymentHash, amountSat) =>
          (await simulate('pay', { paymentHash, amountSat: amountSat ?? null }))
            .status === 200,
        connect: (isUp) => simulate('faults', { peer: isUp ? null : 'Offline' }),
        failNext: (paymentFailure) => simulate('faults', { paymentFailure }),
      }
    },
  ],
  [
    'the double',
    async () => {
      const webhook = await webhookReceiver()
      const node = await startPhoenixdDouble({
        password,
        limitedPassword,
        webhooks: [webhook.url],
        webhookSecret,
      })
      onTestFinished(() => node.close())
      return {
        url: node.url,
        webhook,
        pay: async (paymentHash, amountSat) =>
          (await node.pay(paymentHash, amountSat)) === undefined,
        connect: async (isUp) => node.connect(isUp),
        failNext: async (reason) => node.failNext(reason),
      }
    },
  ],
]

/** Opens a node with what a test calls it by. */
export async function openTwin(open: () => Promise<NewNode>) {
  const node = await open()
  const call = async (path: string, form?: Record<string, string>) => {
    const response = await fetch(node.url + path, {
      method: form ? 'POST' : 'GET',
      headers: { authorization: `Basic ${btoa(`:${password}`)}` },
      ...(form && { body: new URLSearchParams(form) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, body: isJson ? JSON.parse(text) : text }
  }
  const client = phoenixd(directTransport(node.url, password))
  const invoice = (amountSat?: number) =>
    client.createInvoice({ description: '', amountSat })
  return {
    ...node,
    call,
    client,
    invoice,
    /** A customer pays an invoice of this amount. Returns its payment hash. */
    receive: async (amountSat: number) => {
      const { paymentHash } = await invoice(amountSat)
      await node.pay(paymentHash)
      return paymentHash
    },
  }
}
