import { setTimeout as wait } from 'node:timers/promises'
import { sign } from '../../../shared/lightning/signature.ts'
import type { Faults } from './faults.ts'

/** The outcome of the webhooks of one payment. */
export type Delivery = {
  outcome: 'sent' | 'lost' | 'late' | 'held back'
  /** the status that each URL returned, null without a response */
  answers: { url: string; status: number | null }[]
}

type Message = { urls: string[]; body: string }

const responseTimeoutMs = 10_000
const defaultDelayMs = 3_000

/**
 * Signs and posts notifications. Like the real node it makes one attempt and never
 * retries. Once `closed` is aborted, nothing more is posted.
 */
export function webhooks(secret: string, faults: Faults, closed: AbortSignal) {
  const heldBack: Message[] = []

  const post = async (url: string, body: string) => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-node-signature': sign(secret, body),
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

  const send = async (message: Message) => ({
    outcome: 'sent' as const,
    answers: await Promise.all(message.urls.map((url) => post(url, message.body))),
  })

  const sendLate = async (message: Message, delayMs: number) => {
    await wait(delayMs, undefined, { signal: closed, ref: false })
    await send(message)
  }

  return async (urls: string[], notification: object): Promise<Delivery> => {
    const message = { urls, body: JSON.stringify(notification) }
    const { webhook, webhookDelayMs } = faults.current()

    if (webhook === 'lost') return { outcome: 'lost', answers: [] }
    if (webhook === 'late') {
      sendLate(message, webhookDelayMs ?? defaultDelayMs).catch(() => undefined)
      return { outcome: 'late', answers: [] }
    }
    if (webhook === 'reordered' && heldBack.length === 0) {
      heldBack.push(message)
      return { outcome: 'held back', answers: [] }
    }
    if (webhook === 'doubled') await send(message)
    const delivery = await send(message)
    for (const earlier of heldBack.splice(0)) await send(earlier)
    return delivery
  }
}
