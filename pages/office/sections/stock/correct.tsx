import { useState } from 'preact/hooks'
import { Choice } from '../../../parts/controls/choice.tsx'
import { SelectField } from '../../../parts/controls/select-field.tsx'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { ConfirmDialog } from '../../controls/confirm-dialog.tsx'
import { NumberField } from '../../controls/number-field.tsx'
import { SearchPick } from '../../controls/search-pick.tsx'
import { type Item, newBooking } from './items.ts'
import { useTexts } from './texts/use-texts.ts'

type Props = { readonly items: readonly Item[]; readonly onBooked: () => void }

const reasons = ['broken', 'lost', 'used', 'given', 'found', 'other'] as const
type Reason = (typeof reasons)[number]

/** Units that are more or less than the book has, with the reason. */
export function Correct({ items, onBooked }: Props) {
  const texts = useTexts()
  const { number } = useFormats()
  const [item, setItem] = useState<Item>()
  const [booking, setBooking] = useState(newBooking)
  const [direction, setDirection] = useState<'less' | 'more'>('less')
  const [units, setUnits] = useState(1)
  const [reason, setReason] = useState<Reason>('broken')
  const [words, setWords] = useState('')
  const [isAsking, setAsking] = useState(false)
  const moved = direction === 'less' ? -units : units
  const why = reason === 'other' ? words.trim() : texts.reasons[reason]
  const choose = (next: Item | undefined) => {
    setItem(next)
    setBooking(newBooking())
  }
  return (
    <div class="card">
      <p class="quiet">{texts.correctHint}</p>
      <SearchPick label={texts.pick} rows={items} none={texts.none} onPick={choose} />
      {item && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            setAsking(true)
          }}
        >
          <h3>{item.name}</h3>
          <Choice
            legend={texts.direction}
            value={direction}
            options={(['less', 'more'] as const).map((value) => ({
              value,
              label: texts[value],
            }))}
            onChoose={setDirection}
          />
          <div class="side-by-side">
            <NumberField
              label={texts.howMany}
              name="how-many"
              value={units}
              onNumber={setUnits}
            />
            <SelectField
              label={texts.reason}
              name="reason"
              value={reason}
              options={reasons.map((value) => ({ value, label: texts.reasons[value] }))}
              onChoose={(value) => setReason(value as Reason)}
            />
          </div>
          {reason === 'other' && (
            <TextField
              label={texts.inWords}
              name="words"
              autocomplete="off"
              pattern=".*\S.*"
              maxLength={200}
              required
              value={words}
              onText={setWords}
            />
          )}
          <div class="actions">
            <button type="submit" class="strong" disabled={units === 0}>
              {texts.book}
            </button>
          </div>
        </form>
      )}
      {item && isAsking && (
        <ConfirmDialog
          title={texts.correctTitle(item.name)}
          confirm={texts.book}
          onConfirm={async () => {
            await booking.book([{ item, units: moved }], why)
            choose(undefined)
            onBooked()
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            {texts.becomes(number(item.quantity), number(item.quantity + moved))} {why}.
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}
