import { useEffect, useState } from 'preact/hooks'
import type { ReceivedPayment } from '../../../shared/client/api.ts'
import { pos } from '../../parts/pos.ts'
import type { Day } from './day.ts'
import { useVisit } from './visit.tsx'

/** A payment of today; `isNew` when it came while the page was open. */
export type LivePayment = {
  readonly key: string
  readonly atMs: number
  readonly amountSat: number | undefined
  readonly note: string
  readonly isNew: boolean
}

/** The payments of the day so far come first, within this many ms. */
const replayMs = 5_000

/** Largest lead of a browser's clock over the node's, in ms. */
const skewMs = 10 * 60_000

/** The payments of a day, newest first, each as soon as the node reports it. */
export function useLivePayments({ startMs }: Day): readonly LivePayment[] {
  const { failed } = useVisit()
  const [payments, setPayments] = useState<readonly LivePayment[]>([])

  useEffect(() => {
    const openedMs = Date.now()
    const controller = new AbortController()
    const follow = async () => {
      const { signal } = controller
      for await (const payment of pos.payments.watch({ since: startMs, signal })) {
        const shown = livePayment(payment, openedMs)
        if (shown.atMs < startMs) continue
        setPayments((before) =>
          [shown, ...before].sort((one, other) => other.atMs - one.atMs),
        )
      }
    }
    setPayments([])
    follow().catch(failed)
    return () => {
      controller.abort()
    }
  }, [startMs, failed])

  return payments
}

function livePayment(
  { timestamp, amountSat, paymentHash, payerNote }: ReceivedPayment,
  openedMs: number,
): LivePayment {
  const atMs = timestamp ?? Date.now()
  const isLive = Date.now() > openedMs + replayMs
  return {
    key: paymentHash ?? `${atMs} ${amountSat}`,
    atMs,
    amountSat,
    note: payerNote ?? '',
    isNew: atMs > openedMs || (isLive && atMs > openedMs - skewMs),
  }
}
