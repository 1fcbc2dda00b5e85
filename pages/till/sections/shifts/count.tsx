import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { MoneyField, mostCents } from '../../../parts/controls/money-field.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { usePartTexts } from '../../../parts/preferences.tsx'
import { useTill } from '../../shop/till.tsx'
import { useShiftsTexts } from '../../texts/use-texts.ts'
import { piecesOf } from './pieces.ts'

type Props = {
  readonly cents: number
  readonly onCents: (cents: number) => void
  /** Expected cash, in cents, where it is known. It is not shown. */
  readonly expectedCents: number | undefined
}

/** Number of each note and coin that was counted, by its value in cents. */
type Counts = ReadonlyMap<number, number>

const sumOf = (counts: Counts) =>
  [...counts].reduce((sum, [piece, count]) => sum + piece * count, 0)

/** Counts the drawer: as a sum, or note by note and coin by coin. */
export function Count({ cents, onCents, expectedCents }: Props) {
  const texts = useShiftsTexts()
  const { shop } = useTill()
  const [isByPieces, setByPieces] = useState(false)
  const [counts, setCounts] = useState<Counts>(new Map())
  /** The sum that was entered, while an earlier count is shown in its place. */
  const [sumCents, setSumCents] = useState<number>()
  const pieces = piecesOf(shop.currency.acronym)
  // A drawer that was nearly empty gets the change of a day
  const maxCents = expectedCents
    ? 1_000 * Math.max(expectedCents, 10_000 * shop.smallestCents)
    : mostCents
  const enter = (next: Counts) => {
    setCounts(next)
    onCents(sumOf(next))
    setSumCents(undefined)
  }
  const change = () => {
    setByPieces(!isByPieces)
    if (isByPieces) {
      if (sumCents !== undefined) onCents(sumCents)
    } else if (counts.size > 0) {
      setSumCents(cents)
      onCents(sumOf(counts))
    }
  }
  return (
    <>
      {isByPieces ? (
        <Pieces
          pieces={pieces}
          counts={counts}
          onCounts={enter}
          cents={cents}
          maxCents={maxCents}
        />
      ) : (
        <MoneyField
          label={texts.inDrawer}
          cents={cents}
          onCents={onCents}
          smallestCents={shop.smallestCents}
          maxCents={maxCents}
          isFocused
        />
      )}
      {pieces.length > 0 && (
        <button type="button" class="plain" onClick={change}>
          {isByPieces ? texts.countAsSum : texts.countByPieces}
        </button>
      )}
    </>
  )
}

type PiecesProps = {
  readonly pieces: readonly number[]
  readonly counts: Counts
  readonly onCounts: (counts: Counts) => void
  /** Of all of them; without any, the sum that was entered before. */
  readonly cents: number
  readonly maxCents: number
}

function Pieces({ pieces, counts, onCounts, cents, maxCents }: PiecesProps) {
  const texts = useShiftsTexts()
  const { money } = useFormats()
  return (
    <>
      <div class="pieces">
        {pieces.map((piece) => (
          <Piece
            key={piece}
            name={money(piece)}
            count={counts.get(piece) ?? 0}
            max={maxCents / piece}
            onText={(text) =>
              onCounts(new Map(counts).set(piece, Number(text.replace(/\D/g, ''))))
            }
          />
        ))}
      </div>
      <p class="row total" aria-live="polite">
        <span>{texts.counted}</span>
        <strong>{money(cents)}</strong>
      </p>
    </>
  )
}

type PieceProps = {
  readonly name: string
  readonly count: number
  readonly max: number
  readonly onText: (text: string) => void
}

function Piece({ name, count, max, onText }: PieceProps) {
  const texts = useShiftsTexts()
  const { notMeant } = usePartTexts()
  const field = useRef<HTMLInputElement>(null)
  const isRefused = count > max
  useLayoutEffect(() => {
    field.current?.setCustomValidity(isRefused ? notMeant : '')
  }, [isRefused, notMeant])
  return (
    <label class="piece">
      <span class="for-screen-readers">{texts.pieces(name)}</span>
      <span aria-hidden="true">{name} ×</span>
      <input
        ref={field}
        inputMode="numeric"
        autocomplete="off"
        aria-invalid={isRefused}
        value={count === 0 ? '' : count}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
      />
    </label>
  )
}
