import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { KitchenOrder } from '../../../shared/client/api.ts'
import { pos } from '../../parts/pos.ts'
import { problemOf } from '../../parts/problem.ts'
import { useLive } from '../../parts/use-live.ts'

const pulseMs = 5_000

/** A shop that has not answered within this time, in ms, counts as lost. */
const patienceMs = 4_000

const topics = ['line', 'order'] as const

export type KitchenOrders = {
  /** Undefined before the first reading. */
  readonly orders: readonly KitchenOrder[] | undefined
  /** Time of the last reading, and the present as of the last pulse, in Unix ms. */
  readonly readMs: number
  readonly nowMs: number
  /** Since when the shop does not answer, in Unix ms. */
  readonly lostMs: number | undefined
  /** True while the live feed is open. */
  readonly isLive: boolean
}

/** Reads the kitchen's orders while the screen is visible. */
export function useOrders(onProblem: (error: unknown) => void): KitchenOrders {
  const [reading, setReading] = useState<Pick<KitchenOrders, 'orders' | 'readMs'>>({
    orders: undefined,
    readMs: Date.now(),
  })
  const [nowMs, setNowMs] = useState(Date.now)
  const [isLost, setLost] = useState(false)
  const problem = useRef(onProblem)
  problem.current = onProblem

  const read = useCallback(async () => {
    const readMs = Date.now()
    setNowMs(readMs)
    try {
      const signal = AbortSignal.timeout(patienceMs)
      setReading({ orders: await pos.orders.inKitchen({ signal }), readMs })
      setLost(false)
    } catch (error) {
      if (problemOf(error) === 'unreachable') setLost(true)
      problem.current(error)
    }
  }, [])
  const { isLive } = useLive(topics, pulseMs, read)

  useEffect(() => {
    const clock = setInterval(() => setNowMs(Date.now()), pulseMs)
    const lose = () => setLost(true)
    addEventListener('offline', lose)
    return () => {
      clearInterval(clock)
      removeEventListener('offline', lose)
    }
  }, [])

  return { ...reading, nowMs, lostMs: isLost ? reading.readMs : undefined, isLive }
}
