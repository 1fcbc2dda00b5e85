import { useEffect, useState } from 'preact/hooks'
import type { Till } from '../../../../shared/client/api.ts'
import { MoneyField } from '../../../parts/controls/money-field.tsx'
import { pos } from '../../../parts/pos.ts'
import { useTill } from '../../shop/till.tsx'
import { useShiftsTexts } from '../../texts/use-texts.ts'

/** Cash that was counted in drawers, in cents, by till; null is the shop's own. */
export type DrawerCounts = ReadonlyMap<string | null, number>

type Props = {
  /** The till that counts, whose drawer is not among them. */
  readonly ownId: string
  readonly counts: DrawerCounts
  readonly onCounts: (counts: DrawerCounts) => void
  readonly hint: string
}

/** Counts the drawers of the other tills, and the cash that is in none. */
export function OtherDrawers({ ownId, counts, onCounts, hint }: Props) {
  const texts = useShiftsTexts()
  const { shop, failed } = useTill()
  const [tills, setTills] = useState<readonly Till[]>([])
  const [trouble, setTrouble] = useState<string>()
  useEffect(() => {
    pos.tills.list().then(setTills, (error: unknown) => setTrouble(failed(error)))
  }, [failed])
  const drawers = [
    ...tills
      .filter(({ id }) => id !== ownId)
      .map(({ id, series, name }) => [id, texts.drawerOf(series, name)] as const),
    [null, texts.ownDrawer] as const,
  ]
  return (
    <fieldset class="drawers">
      <legend>{texts.otherDrawers}</legend>
      <p class="quiet small">{hint}</p>
      <p class="trouble" role="alert">
        {trouble}
      </p>
      {drawers.map(([id, label]) => (
        <MoneyField
          key={id}
          label={label}
          cents={counts.get(id) ?? 0}
          onCents={(cents) => onCounts(new Map(counts).set(id, cents))}
          smallestCents={shop.smallestCents}
        />
      ))}
    </fieldset>
  )
}
