import { useState } from 'preact/hooks'
import { MoneyField } from '../../../../../page-parts/controls/money-field.tsx'
import { useFormats } from '../../../../../page-parts/formats.tsx'
import { useTill } from '../../shop/till.tsx'
import { piecesOf } from './pieces.ts'
import { useDayTexts } from './use-day-texts.ts'

type Props = { readonly cents: number; readonly onCents: (cents: number) => void }

/** Counts the drawer: as a sum, or note by note and coin by coin. */
export function Count({ cents, onCents }: Props) {
  const texts = useDayTexts()
  const { money } = useFormats()
  const { shop } = useTill()
  const [isByPieces, setByPieces] = useState(false)
  const pieces = piecesOf(shop.currency.acronym)
  return (
    <>
      {isByPieces ? (
        <Pieces pieces={pieces} cents={cents} onCents={onCents} />
      ) : (
        <MoneyField
          label={texts.inDrawer}
          cents={cents}
          onCents={onCents}
          smallestCents={shop.smallestCents}
          isFocused
        />
      )}
      {!isByPieces && shop.currency.fractionDigits > 0 && (
        <p class="quiet small">{texts.typeHint(money(15_000))}</p>
      )}
      {pieces.length > 0 && (
        <button
          type="button"
          class="plain"
          onClick={() => {
            if (!isByPieces) onCents(0)
            setByPieces(!isByPieces)
          }}
        >
          {isByPieces ? texts.countAsSum : texts.countByPieces}
        </button>
      )}
    </>
  )
}

type PiecesProps = Props & { readonly pieces: readonly number[] }

function Pieces({ pieces, cents, onCents }: PiecesProps) {
  const texts = useDayTexts()
  const { money } = useFormats()
  const [counts, setCounts] = useState<ReadonlyMap<number, number>>(new Map())
  const enter = (piece: number, text: string) => {
    const count = Math.min(99_999, Number(text.replace(/\D/g, '')))
    const next = new Map(counts).set(piece, count)
    setCounts(next)
    onCents([...next].reduce((sum, [value, pieceCount]) => sum + value * pieceCount, 0))
  }
  return (
    <>
      <div class="pieces">
        {pieces.map((piece) => (
          <Piece
            key={piece}
            name={money(piece)}
            count={counts.get(piece) ?? 0}
            onText={(text) => enter(piece, text)}
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
  readonly onText: (text: string) => void
}

function Piece({ name, count, onText }: PieceProps) {
  const texts = useDayTexts()
  return (
    <label class="piece">
      <span class="for-screen-readers">{texts.pieces(name)}</span>
      <span aria-hidden="true">{name} ×</span>
      <input
        inputMode="numeric"
        autocomplete="off"
        value={count === 0 ? '' : count}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
      />
    </label>
  )
}
