import { useCallback, useEffect, useState } from 'preact/hooks'
import { pos } from '../../../parts/pos.ts'
import { useLive } from '../../../parts/use-live.ts'
import { useTill } from '../../shop/till.tsx'
import type { Floor } from './floor.ts'

/** Interval at which it is read while the feed is away, in ms. */
const floorAgeMs = 10_000

const topics = ['table', 'order', 'line'] as const

/**
 * The floor, read again whenever somebody changes it or one of its orders, and the names of the
 * waiters.
 */
export function useFloor() {
  const { may, failed } = useTill()
  const [floor, setFloor] = useState<Floor>()
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const [trouble, setTrouble] = useState<string>()
  const read = useCallback(async () => {
    try {
      const [spaces, tables, orders] = await Promise.all([
        may('spaces_read') ? pos.spaces.list() : [],
        may('tables_read') ? pos.tables.list() : [],
        pos.orders.ofStatus({ params: { status: 'open' } }),
      ])
      setFloor({ spaces, tables, orders })
      setTrouble(undefined)
    } catch (error) {
      setTrouble(failed(error))
    }
  }, [may, failed])
  const { refresh } = useLive(topics, floorAgeMs, read)
  /** Takes an order off that is over, before the floor is read again. */
  const forget = (orderId: string) =>
    setFloor(
      (now) => now && { ...now, orders: now.orders.filter(({ id }) => id !== orderId) },
    )
  useEffect(() => {
    pos.users.listPublic().then(
      (users) => setNames(new Map(users.map(({ id, name }) => [id, name]))),
      // The tables serve without the names, too.
      () => undefined,
    )
  }, [])
  return { floor, names, trouble, refresh, forget }
}
