import { useState } from 'preact/hooks'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { useTablesTexts } from '../../texts/use-texts.ts'
import { canSplit, type Picks, pickedCents, pickedIds, tap } from './picks.ts'
import { isSold, type Row } from './rows.ts'

type Props = {
  readonly rows: readonly Row[]
  /** Discount of the bill, which both bills share. */
  readonly discountCents: number
  readonly onSplit: (lineIds: readonly string[]) => void
  readonly onClose: () => void
}

/** Chooses the units for a bill of their own: each tap takes one more unit of a row. */
export function SplitDialog({ rows: all, discountCents, onSplit, onClose }: Props) {
  const texts = useTablesTexts()
  const { money } = useFormats()
  const [rows] = useState(() => all.filter(isSold))
  const [picks, setPicks] = useState<Picks>(new Map())
  return (
    <Dialog title={texts.splitTitle} size="wide" onClose={onClose}>
      <ul class="split">
        {rows.map((row) => {
          const picked = picks.get(row.key) ?? 0
          return (
            <li key={row.key}>
              <button
                type="button"
                aria-pressed={picked > 0}
                onClick={() => setPicks(tap(picks, row))}
              >
                <span>
                  {row.name}
                  {row.details.length > 0 && (
                    <span class="small block">{row.details.join(', ')}</span>
                  )}
                </span>
                <span>{texts.splitOf(picked, row.ids.length)}</span>
                <span class="figure">{money(row.unitCents)}</span>
              </button>
            </li>
          )
        })}
      </ul>
      <p class="quiet small">{texts.splitHint}</p>
      <button
        type="button"
        class="strong"
        disabled={!canSplit(picks, rows)}
        onClick={() => onSplit(pickedIds(picks, rows))}
      >
        {texts.splitNow(money(pickedCents(picks, rows)), discountCents > 0)}
      </button>
    </Dialog>
  )
}
