import { useCallback, useEffect, useState } from 'preact/hooks'
import { pos } from '../../../../../page-parts/pos.ts'
import { useTill, useWhileSeen } from '../../shop/till.tsx'
import type { Floor } from './floor.ts'

/** Others seat guests and settle bills meanwhile. In ms. */
const floorAgeMs = 10_000

/** The floor, read again while it is looked at, and the names of the waiters. */
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
  useEffect(() => {
    void read()
    pos.users.listPublic().then(
      (users) => setNames(new Map(users.map(({ id, name }) => [id, name]))),
      // The tables serve without the names, too.
      () => undefined,
    )
  }, [read])
  useWhileSeen(floorAgeMs, read)
  return { floor, names, trouble, read }
}
