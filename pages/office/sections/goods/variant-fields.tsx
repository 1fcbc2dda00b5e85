import { MoneyField } from '../../../parts/controls/money-field.tsx'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { NumberField } from '../../controls/number-field.tsx'
import { useShop } from '../../shop/shop.tsx'
import { type Draft, type DraftVariant, mostVariants, variantsFor } from './draft.ts'
import { useTexts } from './texts/use-texts.ts'

type Props = {
  readonly draft: Draft
  readonly set: (next: Partial<Draft>) => void
}

/** In what variants differ, and a grid of every combination. */
export function VariantFields({ draft, set }: Props) {
  const texts = useTexts()
  const { number } = useFormats()
  const { options } = draft
  const rows = variantsFor(draft)
  const change = (at: number, next: Partial<(typeof options)[number]>) =>
    set({
      options: options.map((option, place) =>
        place === at ? { ...option, ...next } : option,
      ),
    })
  return (
    <div class="more-fields">
      {options.map((option, at) => (
        <div key={at} class="side-by-side">
          <TextField
            label={texts.optionName}
            name={`option-${at}`}
            autocomplete="off"
            pattern=".*\S.*"
            required
            value={option.name}
            onText={(name) => change(at, { name })}
          />
          <TextField
            label={texts.optionValues}
            name={`values-${at}`}
            autocomplete="off"
            pattern=".*[^\s,;].*"
            required
            value={option.values}
            onText={(values) => change(at, { values })}
            action={
              <button
                type="button"
                aria-label={`${texts.removeOption}: ${option.name}`}
                onClick={() =>
                  set({ options: options.filter((_, place) => place !== at) })
                }
              >
                <span aria-hidden="true">✕</span>
              </button>
            }
          />
        </div>
      ))}
      {options.length < 3 && (
        <button
          type="button"
          onClick={() =>
            set({ options: [...options, { id: undefined, name: '', values: '' }] })
          }
        >
          {texts.addOption}
        </button>
      )}
      {!rows && <p class="trouble">{texts.tooManyCombinations(number(mostVariants))}</p>}
      {rows && rows.length > 0 && <p>{texts.variantsOf}</p>}
      {rows?.map((row) => (
        <VariantRow
          key={row.values.join('\n')}
          row={row}
          isCounted={draft.trackStock}
          onChange={(next) =>
            set({
              variants: rows.map((each) => (each === row ? { ...each, ...next } : each)),
            })
          }
        />
      ))}
    </div>
  )
}

type RowProps = {
  readonly row: DraftVariant
  readonly isCounted: boolean
  readonly onChange: (next: Partial<DraftVariant>) => void
}

function VariantRow({ row, isCounted, onChange }: RowProps) {
  const texts = useTexts()
  const { smallestCents } = useShop()
  const name = row.values.join(', ')
  return (
    <fieldset class="variant">
      <legend>
        <label class="check">
          <input
            type="checkbox"
            name={`sold ${name}`}
            checked={row.isActive}
            onChange={({ currentTarget }) =>
              onChange({ isActive: currentTarget.checked })
            }
          />
          {name}
          <span class="for-screen-readers">: {texts.isSold}</span>
        </label>
      </legend>
      {row.isActive && (
        <div class="side-by-side">
          <MoneyField
            label={texts.price}
            cents={row.priceCents}
            onCents={(priceCents) => onChange({ priceCents })}
            smallestCents={smallestCents}
          />
          <TextField
            label={texts.barcodes}
            name={`barcodes ${name}`}
            autocomplete="off"
            takesCodes
            value={row.barcodes}
            onText={(barcodes) => onChange({ barcodes })}
          />
          <TextField
            label={texts.sku}
            name={`sku ${name}`}
            autocomplete="off"
            takesCodes
            value={row.sku}
            onText={(sku) => onChange({ sku })}
          />
          {row.id === undefined && isCounted && (
            <NumberField
              label={texts.units}
              name={`units ${name}`}
              value={row.quantity}
              onNumber={(quantity) => onChange({ quantity })}
            />
          )}
        </div>
      )}
    </fieldset>
  )
}
