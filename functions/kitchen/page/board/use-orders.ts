import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { pos } from '../../../../page-parts/pos.ts'
import { problemOf } from '../../../../page-parts/problem.ts'
import type { KitchenOrder } from '../../../../shared/client/api.ts'

const pulseMs = 5_000

/** While the feed tells of changes, reading regularly is a net below it. */
const slowPulseMs = 60_000

/** Changes that come together are read at once. */
const settleMs = 200

/** A shop that has not answered within this time, in ms, counts as lost. */
const patienceMs = 4_000

export type KitchenOrders = {
  /** Undefined before the first reading. */
  readonly orders: readonly KitchenOrder[] | undefined
  /** When they were read, and the present as of the last pulse, in Unix ms. */
  readonly readMs: number
  readonly nowMs: number
  /** Since when the shop does not answer, in Unix ms. */
  readonly lostMs: number | undefined
  /** Whether changes are told as they happen. */
  readonly isLive: boolean
  readonly refresh: () => void
}

/**
 * What the kitchen was sent, while the screen is looked at: read when the feed tells of a change,
 * and at every pulse where it does not.
 */
export function useOrders(onProblem: (error: unknown) => void): KitchenOrders {
  const [reading, setReading] = useState<Pick<KitchenOrders, 'orders' | 'readMs'>>({
    orders: undefined,
    readMs: Date.now(),
  })
  const [nowMs, setNowMs] = useState(Date.now)
  const [isLost, setLost] = useState(false)
  const [isLive, setLive] = useState(false)
  const last = useRef(0)
  const problem = useRef(onProblem)
  problem.current = onProblem

  const read = useCallback(() => {
    last.current += 1
    const turn = last.current
    const startedMs = Date.now()
    pos.orders.inKitchen({ signal: AbortSignal.timeout(patienceMs) }).then(
      (orders) => {
        // A slow answer does not undo what a later one has shown.
        if (turn !== last.current) return
        setReading({ orders, readMs: startedMs })
        setLost(false)
      },
      (error: unknown) => {
        if (problemOf(error) === 'unreachable') setLost(true)
        problem.current(error)
      },
    )
  }, [])

  useEffect(() => {
    const pulse = () => {
      setNowMs(Date.now())
      if (document.visibilityState === 'visible') read()
    }
    pulse()
    const timer = setInterval(pulse, isLive ? slowPulseMs : pulseMs)
    const lose = () => setLost(true)
    document.addEventListener('visibilitychange', pulse)
    addEventListener('online', pulse)
    addEventListener('offline', lose)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', pulse)
      removeEventListener('online', pulse)
      removeEventListener('offline', lose)
    }
  }, [read, isLive])

  useEffect(() => {
    const clock = setInterval(() => setNowMs(Date.now()), pulseMs)
    const controller = new AbortController()
    const { signal } = controller
    let timer: ReturnType<typeof setTimeout> | undefined
    const follow = async () => {
      for await (const { type } of pos.events.watch({
        topics: ['line', 'order'],
        signal,
      })) {
        setLive(type !== 'closed')
        timer ??= setTimeout(() => {
          timer = undefined
          if (document.visibilityState === 'visible') read()
        }, settleMs)
      }
    }
    // Without the feed it is read at every pulse, which also learns why.
    follow().catch(() => setLive(false))
    return () => {
      controller.abort()
      clearInterval(clock)
      clearTimeout(timer)
    }
  }, [read])

  return {
    ...reading,
    nowMs,
    lostMs: isLost ? reading.readMs : undefined,
    isLive,
    refresh: read,
  }
}
