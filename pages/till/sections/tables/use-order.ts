import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { CompleteOrder, NewLine } from '../../../../shared/client/api.ts'
import { PosError } from '../../../../shared/client/pos-error.ts'
import { pos } from '../../../parts/pos.ts'
import { NotApproved } from '../../approval/ask.ts'
import { useTill } from '../../shop/till.tsx'
import type { Floor, Seat } from './floor.ts'
import { keepDiscount } from './kept-discounts.ts'

/**
 * The order of a seat. Everything that changes it happens in turn, so that the first dish makes
 * the order before the second is added to it, and is read again afterwards; so it is with each
 * reading of the floor.
 */
export function useOrder(
  { tableId, orderId }: Seat,
  floor: Floor,
  onOrder: (id: string) => void,
) {
  const { user, failed } = useTill()
  const [complete, setComplete] = useState<CompleteOrder>()
  const [overId, setOverId] = useState<string>()
  const [trouble, setTrouble] = useState<string>()
  const [readingTrouble, setReadingTrouble] = useState<string>()
  const [running, setRunning] = useState(0)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  /** Known before the page is drawn again. */
  const idNow = useRef(orderId)
  useEffect(() => {
    idNow.current = orderId
  }, [orderId])
  const openIds = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    openIds.current = new Set(floor.orders.map(({ id }) => id))
  }, [floor])
  const readings = useRef(0)

  const read = useCallback(async () => {
    const id = idNow.current
    if (!id) return
    readings.current += 1
    const reading = readings.current
    try {
      const read = await pos.orders.complete({ params: { id } })
      keepDiscount(id, read.order.discountAmount ?? 0, openIds.current)
      // A slow answer must not replace a later one.
      if (reading !== readings.current || idNow.current !== id) return
      setComplete(read)
      if (read.order.status !== 'open') setOverId(id)
      setReadingTrouble(undefined)
    } catch (error) {
      if (error instanceof PosError && error.status === 404) setOverId(id)
      else setReadingTrouble(failed(error))
    }
  }, [failed])
  useEffect(() => void read(), [read, orderId, floor])

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
  return {
    complete: complete?.order.id === orderId ? complete : undefined,
    /** True once the order was paid, merged with another or deleted. */
    isOver: orderId !== undefined && overId === orderId,
    trouble: trouble ?? readingTrouble,
    isBusy: running > 0,
    add,
    run,
    read,
  }
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
