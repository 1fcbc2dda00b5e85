import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod'
import { sign } from '../../../shared/lightning/node/phoenixd/signature.ts'

/** The outcome of the webhooks of one payment. */
export type Delivery = {
  outcome: 'sent' | 'lost' | 'late' | 'held back'
  /** the status that each URL returned, null without a response */
  answers: { url: string; status: number | null }[]
}

const responseTimeoutMs = 10_000
const defaultDelayMs = 3_000

/**
 * Signs and posts notifications in one attempt, like the real node, and none once
 * `closed` aborts.
 */
export function webhooks(secret: string, faults: Faults, closed: AbortSignal) {
  const heldBack: (() => Promise<unknown>)[] = []

  const post = async (url: string, body: string) => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-phoenix-signature': sign(secret, body),
        },
        body,
        signal: AbortSignal.any([closed, AbortSignal.timeout(responseTimeoutMs)]),
      })
      await response.arrayBuffer()
      return { url, status: response.status }
    } catch {
      return { url, status: null }
    }
  }

  return async (urls: string[], notification: object): Promise<Delivery> => {
    const body = JSON.stringify(notification, null, 4)
    const send = () => Promise.all(urls.map((url) => post(url, body)))
    const { webhook, webhookDelayMs } = faults.current()

    if (webhook === 'lost') return { outcome: 'lost', answers: [] }
    if (webhook === 'late') {
      const delayMs = webhookDelayMs ?? defaultDelayMs
      const delay = wait(delayMs, undefined, { signal: closed, ref: false })
      delay.then(send).catch(() => undefined)
      return { outcome: 'late', answers: [] }
    }
    if (webhook === 'reordered' && heldBack.length === 0) {
      heldBack.push(send)
      return { outcome: 'held back', answers: [] }
    }
    if (webhook === 'doubled') await send()
    const answers = await send()
    for (const sendEarlier of heldBack.splice(0)) await sendEarlier()
    return { outcome: 'sent', answers }
  }
}

/** Faults that can be switched on. null switches one off. */
const FaultSwitches = z.strictObject({
  /** delays every request */
  slowMs: z.int().min(1).max(120_000).nullish(),
  /** closes the connection before the request is processed */
  refuse: z.boolean().nullish(),
  /** processes the request, then closes the connection without a response */
  cut: z.boolean().nullish(),
  /** responds 500 without processing the request */
  status500: z.boolean().nullish(),
  /** processes the request, then responds 200 with JSON of another shape */
  wrongJson: z.boolean().nullish(),
  /** outgoing payments fail with this reason */
  paymentFailure: z.string().min(1).nullish(),
  /**
   * outgoing payments stay under way until a restart, unsigned ones for ever; with `cut`, because
   * the node has no answer then
   */
  pending: z.union([z.boolean(), z.literal('unsigned')]).nullish(),
  /** the fault in the webhook of a received payment */
  webhook: z.enum(['lost', 'doubled', 'late', 'reordered']).nullish(),
  /** the delay of a late webhook; 3 s by default */
  webhookDelayMs: z.int().min(1).max(600_000).nullish(),
  /** Fee taken from each received payment, in place of its channel's cost */
  liquidityFeeSat: z.int().min(1).nullish(),
  /** payments that are received raise the fee credit alone, whatever the channel holds */
  feeCredit: z.boolean().nullish(),
  /** the node has lost its peer, or has just found it again */
  peer: z.enum(['Offline', 'Syncing']).nullish(),
  /** restricts the request faults to paths with this prefix */
  path: z.string().startsWith('/').nullish(),
})
type FaultSwitches = z.infer<typeof FaultSwitches>

export type Faults = ReturnType<typeof faultSwitches>

/** The faults of one node, all off at first. */
export function faultSwitches() {
  let switches: FaultSwitches = {}

  return {
    current: () => switches,
    /** Sets or clears the switches in `change`, leaves the others. Throws ZodError. */
    set(change: unknown): void {
      const merged = { ...switches, ...FaultSwitches.parse(change) }
      const on = Object.entries(merged).filter(([, value]) => value ?? false)
      switches = Object.fromEntries(on)
    },
    clear(): void {
      switches = {}
    },
    /** The faults that apply to a request to this path. */
    of: (path: string): FaultSwitches =>
      path.startsWith(switches.path ?? '/') ? switches : {},
  }
}
