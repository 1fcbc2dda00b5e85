import type { Cloud } from '../cloud/cloud.ts'
import type { Socket } from '../cloud/sockets.ts'
import type { Feed } from './feed.ts'
import type { Findings } from './records.ts'

/** A gap between two sockets of a session. */
type Gap = {
  readonly fromMs: number
  /** Publications before it. */
  readonly published: number
  /** Faults before it. */
  readonly faults: number
  readonly felt: number
}

/** A new socket that is so late gets no more than it asks for. */
const maxGapMs = 60_000

/** By then the replay has come, unless something failed. */
const comesWithinMs = 30_000

/** The gaps of sessions: a socket that soon follows another gets, unasked, what it missed. */
export class Gaps {
  /** Gaps that were checked. */
  checked = 0
  readonly #cloud: Cloud
  readonly #feed: Feed
  readonly #findings: Findings

  constructor(cloud: Cloud, feed: Feed, findings: Findings) {
    this.#findings = findings
    this.#cloud = cloud
    this.#feed = feed
  }

  /** A socket is about to be lost or closed. */
  begin(): Gap {
    return {
      fromMs: this.#cloud.scheduler.nowMs,
      published: this.#feed.published.length,
      faults: this.#cloud.faults.total,
      felt: this.#cloud.faults.felt,
    }
  }

  /**
   * The session's next socket is open. What was published in the gap comes to it unless
   * something fails: a fault may cost an automatic replay, and clocks may differ.
   */
  async end(gap: Gap, socket: Socket | undefined): Promise<void> {
    const { scheduler } = this.#cloud
    if (socket?.state !== 'open' || scheduler.nowMs - gap.fromMs >= maxGapMs) return
    const missed = this.#feed.published.slice(gap.published)
    await scheduler.sleep(comesWithinMs)
    const { faults, hasSkew } = this.#cloud
    const isCalm = gap.faults === faults.total && gap.felt === faults.felt && !hasSkew
    if (!isCalm || socket.state !== 'open' || missed.length === 0) return
    this.checked += 1
    for (const { frame } of missed) {
      const has = socket.received.includes(frame)
      this.#findings.isTrue(`${socket.id} lacks a frame of its gap: ${frame}`, has)
    }
  }
}
