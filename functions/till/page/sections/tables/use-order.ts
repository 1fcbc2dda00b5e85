import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { pos } from '../../../../../page-parts/pos.ts'
import type { CompleteOrder, NewLine } from '../../../../../shared/client/api.ts'
import { PosError } from '../../../../../shared/client/pos-error.ts'
import { NotApproved } from '../../approval/ask.ts'
import { useTill, useWhileSeen } from '../../shop/till.tsx'
import type { Seat } from './floor.ts'

/** The kitchen goes on meanwhile. In ms. */
const orderAgeMs = 10_000

/**
 * The order of a seat. Everything that changes it happens in turn, so that the first dish makes
 * the order before the second is added to it, and is read again afterwards.
 */
export function useOrder({ tableId, orderId }: Seat, onOrder: (id: string) => void) {
  const { user, failed } = useTill()
  const [complete, setComplete] = useState<CompleteOrder>()
  const [trouble, setTrouble] = useState<string>()
  const [running, setRunning] = useState(0)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  /** Known before the page is drawn again. */
  const idNow = useRef(orderId)
  useEffect(() => {
    idNow.current = orderId
  }, [orderId])

  const read = useCallback(async () => {
    const id = idNow.current
    if (!id) return setComplete(undefined)
    try {
      const read = await pos.orders.complete({ params: { id } })
      if (idNow.current === id) setComplete(read)
    } catch (error) {
      setTrouble(failed(error))
    }
  }, [failed])
  useEffect(() => {
    setComplete(undefined)
    void read()
  }, [read, orderId])
  useWhileSeen(orderAgeMs, read)

  /** Does something with the order in its turn. Returns whether it succeeded. */
  const run = (act: (id: string) => Promise<unknown>): Promise<boolean> =>
    inTurn(() => act(idNow.current ?? ''))
  const inTurn = (act: () => Promise<unknown>): Promise<boolean> => {
    setRunning((count) => count + 1)
    const turn = queue.current.then(async () => {
      try {
        await act()
        setTrouble(undefined)
        return true
      } catch (error) {
        if (!(error instanceof NotApproved)) setTrouble(failed(error))
        return false
      } finally {
        await read()
        setRunning((count) => count - 1)
      }
    })
    queue.current = turn
    return turn
  }
  const add = (lines: readonly NewLine[]): Promise<boolean> =>
    inTurn(async () => {
      const id = idNow.current
      if (id) return pos.orders.addDishes({ params: { id }, body: [...lines] })
      const order = { userId: user.userId, tableId, status: 'open' as const }
      const created = await pos.orders.createWithDishes({
        body: { order, dishes: [...lines] },
      })
      idNow.current = created.id
      onOrder(created.id)
      if (tableId) await seat(created.id, tableId)
    })
  return { complete, trouble, isBusy: running > 0, add, run, read }
}

/** Marks the table as occupied, where the person may; the order is there without it, too. */
async function seat(id: string, tableId: string): Promise<void> {
  try {
    await pos.bills.move({ params: { id }, body: { tableId } })
  } catch (error) {
    const isExpected =
      error instanceof PosError &&
      ['table_occupied', 'permission_required'].includes(error.code)
    if (!isExpected) throw error
  }
}
