import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { pos } from '../../../../page-parts/pos.ts'
import { problemOf } from '../../../../page-parts/problem.ts'
import type { KitchenOrder } from '../../../../shared/client/api.ts'

const pulseMs = 5_000

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
  readonly refresh: () => void
}

/** What the kitchen was sent, read at every pulse while the screen is looked at. */
export function useOrders(onProblem: (error: unknown) => void): KitchenOrders {
  const [reading, setReading] = useState<Pick<KitchenOrders, 'orders' | 'readMs'>>({
    orders: undefined,
    readMs: Date.now(),
  })
  const [nowMs, setNowMs] = useState(Date.now)
  const [isLost, setLost] = useState(false)
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
    const timer = setInterval(pulse, pulseMs)
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
  }, [read])

  return { ...reading, nowMs, lostMs: isLost ? reading.readMs : undefined, refresh: read }
}
