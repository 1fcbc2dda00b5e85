import { useCallback, useEffect, useState } from 'preact/hooks'
import { pos } from '../../../parts/pos.ts'
import { useTill } from '../../shop/till.tsx'

/** The cash in the drawer while no shift is open, in cents. */
export type Drawer = {
  /** Cash that the last close counted; null before the first close. */
  readonly countedCents: number | null
  /** Cash received since, which counts in the next Z; null if this user may not know. */
  readonly sinceCents: number | null
}

const centsOf = (amount: number | null) =>
  amount === null ? null : Math.round(amount * 100)

/** The drawer between two shifts; undefined until it is read. `read` throws PosError. */
export function useDrawer() {
  const { failed } = useTill()
  const [drawer, setDrawer] = useState<Drawer>()
  const [trouble, setTrouble] = useState<string>()
  const read = useCallback(async (): Promise<Drawer | undefined> => {
    const found = await pos.shifts.drawer()
    if (!found) return undefined
    const { counted, cashSince } = found
    const next = { countedCents: centsOf(counted), sinceCents: centsOf(cashSince) }
    setDrawer(next)
    return next
  }, [])
  useEffect(() => {
    read().catch((error: unknown) => setTrouble(failed(error)))
  }, [read, failed])
  return { drawer, trouble, read }
}
