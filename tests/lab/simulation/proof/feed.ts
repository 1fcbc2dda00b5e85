import type { Cloud } from '../cloud/cloud.ts'
import type { Socket } from '../cloud/sockets.ts'
import type { Invocation } from '../machine/instance.ts'
import { changesOf, type Step } from '../steps/step.ts'
import type { Findings } from './records.ts'

type Frame = { readonly type: string; readonly paymentHash?: string }
type EventRecord = { readonly sk: string; readonly frame: Frame }

/** A payment's frame as it was recorded, and who was to get it. */
type Publication = {
  readonly frame: string
  readonly paymentHash: string | undefined
  /** Time of its receipt by the clock of its function, Unix ms. */
  readonly atMs: number
  readonly key: string
  readonly invocation: Invocation | undefined
  /** The sockets that were open and on record, with the posts that each has taken. */
  readonly sockets: Map<Socket, number>
}

const connected = JSON.stringify({ type: 'connected' })

/**
 * Publications on /ws/payments: those that were recorded, and how often each socket got them.
 */
export class Feed {
  readonly published: Publication[] = []
  /** Number of publications that were checked for reaching each socket exactly once. */
  checked = 0
  /** Calls of the webhook by the node for each payment hash, and those that were accepted. */
  readonly webhooks = new Map<string, { sent: number; accepted: number }>()
  readonly #cloud: Cloud
  readonly #findings: Findings

  constructor(cloud: Cloud, findings: Findings) {
    this.#cloud = cloud
    this.#findings = findings
    cloud.sockets.onPost = (socket, frame, { invocation }) =>
      this.#posted(socket, frame, invocation)
    cloud.onEnd = (invocation) => this.#ended(invocation)
  }

  /** Notes each recorded frame; its payment's notification is written with it. */
  check = (step: Step, findings: Findings): void => {
    const { table, sockets } = this.#cloud
    for (const { before, after } of changesOf<EventRecord>(step, {
      pk: 'PAYMENT-EVENTS',
    })) {
      if (step.isExpiry || before || !after) continue
      const { frame, sk } = after
      const recorded = sockets
        .all()
        .filter(
          ({ id, state, isOfEvents }) =>
            state === 'open' && !isOfEvents && table.item({ pk: 'WATCHERS', sk: id }),
        )
      this.published.push({
        frame: JSON.stringify(frame),
        paymentHash: frame.paymentHash,
        atMs: Number(sk.slice(0, 13)),
        key: sk,
        invocation: step.invocation,
        sockets: new Map(recorded.map((socket) => [socket, 0])),
      })
      const [told] = changesOf(step, { sk: 'NOTIFICATION' })
      findings.isTrue(
        'a payment was recorded without its notification',
        told !== undefined,
      )
      const isRepeated = step.invocation?.name === 'agents' && told?.before !== undefined
      findings.isTrue(`${frame.paymentHash} was notified and reconciled`, !isRepeated)
    }
  }

  #posted(socket: Socket, frame: string, invocation: Invocation | undefined): void {
    if (frame === connected || socket.isOfEvents) return
    const isKnown = this.published.some((each) => each.frame === frame)
    this.#findings.isTrue(`a frame that is not on record: ${frame}`, isKnown)
    const publication = this.published.find(
      (each) => each.invocation === invocation && each.frame === frame,
    )
    const posts = publication?.sockets.get(socket)
    if (posts !== undefined) publication?.sockets.set(socket, posts + 1)
  }

  /** An undisturbed publication reached each socket that was open all along, once. */
  #ended(invocation: Invocation): void {
    if (invocation.isDisturbed) return
    for (const each of this.published) {
      if (each.invocation !== invocation) continue
      this.checked += 1
      for (const [{ id, state }, posts] of each.sockets) {
        if (state !== 'open') continue
        this.#findings.equal(`posts of ${each.paymentHash} to ${id}`, posts, 1)
      }
    }
  }

  /** Frames that were received at a moment or later, in the order of their records. */
  since(sinceMs: number): string[] {
    return this.published
      .filter(({ atMs }) => atMs >= sinceMs)
      .sort((one, other) => (one.key < other.key ? -1 : 1))
      .map(({ frame }) => frame)
  }

  /**
   * Each paid payment was published: as often as its webhook was accepted, and once by
   * reconciliation when it was not.
   */
  audit(paid: ReadonlySet<string>): void {
    for (const paymentHash of paid) {
      const all = this.published.filter((each) => each.paymentHash === paymentHash)
      const count = (name: string) =>
        all.filter(({ invocation }) => invocation?.name === name).length
      const { sent, accepted } = this.webhooks.get(paymentHash) ?? {
        sent: 0,
        accepted: 0,
      }
      const [byWebhook, byAgent] = [count('webhook'), count('agents')]
      this.#findings.isTrue(
        `${paymentHash}: ${byWebhook} frames of ${sent} webhooks, ${accepted} accepted`,
        accepted <= byWebhook && byWebhook <= sent,
      )
      this.#findings.isTrue(
        `${paymentHash} was reconciled ${byAgent} times`,
        byAgent <= 1,
      )
      this.#findings.isTrue(`${paymentHash} was never published`, all.length > 0)
    }
  }
}
