import { useCallback, useEffect, useState } from 'preact/hooks'
import { pos } from '../../../parts/pos.ts'
import { useTill } from '../../shop/till.tsx'

/** Cash in a drawer while no shift is open, in cents. */
export type Cash = {
  /** Cash that the last close counted; null before the first close. */
  readonly countedCents: number | null
  /** Cash received since, which counts in the next Z; null if this user may not know. */
  readonly sinceCents: number | null
}

/** All cash while no shift is open, and that of each drawer of a shop with tills: null is its own. */
export type Drawer = Cash & { readonly byTill: ReadonlyMap<string | null, Cash> }

const centsOf = (amount: number | null) =>
  amount === null ? null : Math.round(amount * 100)

type CashOnWire = { readonly counted: number | null; readonly cashSince: number | null }

const cashOf = ({ counted, cashSince }: CashOnWire): Cash => ({
  countedCents: centsOf(counted),
  sinceCents: centsOf(cashSince),
})

/** The drawer between two shifts; undefined until it is read. `read` throws PosError. */
export function useDrawer() {
  const { failed } = useTill()
  const [drawer, setDrawer] = useState<Drawer>()
  const [trouble, setTrouble] = useState<string>()
  const read = useCallback(async (): Promise<Drawer | undefined> => {
    const found = await pos.shifts.drawer()
    if (!found) return undefined
    const byTill = new Map(
      found.byTill?.map(({ tillId, ...cash }) => [tillId, cashOf(cash)]),
    )
    const next = { ...cashOf(found), byTill }
    setDrawer(next)
    return next
  }, [])
  useEffect(() => {
    read().catch((error: unknown) => setTrouble(failed(error)))
  }, [read, failed])
  return { drawer, trouble, read }
}
