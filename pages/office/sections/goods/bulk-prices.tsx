import { useState } from 'preact/hooks'
import { PosError } from '../../../../shared/client/pos-error.ts'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { SelectField } from '../../../parts/controls/select-field.tsx'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { usePartTexts } from '../../../parts/preferences.tsx'
import { Table } from '../../controls/table.tsx'
import { useAction } from '../../controls/use-action.ts'
import { useShop } from '../../shop/shop.tsx'
import {
  type Ending,
  endings,
  type Price,
  type PriceChange,
  priceChanges,
} from './new-prices.ts'
import { useTexts } from './texts/use-texts.ts'

type Props = {
  readonly priced: readonly Price[]
  readonly categories: readonly { readonly id: string; readonly name: string }[]
  /** The category that is chosen at first; blank for all. */
  readonly categoryId: string
  /** Changes a price that is still what was shown. Returns whether it did. Throws PosError. */
  readonly setPrice: (change: PriceChange) => Promise<boolean>
  readonly onDone: () => void
}

/** The button for many prices at once; none while there is nothing to be priced. */
export function BulkPrices(props: Props) {
  const texts = useTexts()
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    props.onDone()
  }
  if (props.priced.length === 0) return null
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {texts.prices}
      </button>
      {isOpen && <PricesDialog {...props} onDone={close} />}
    </>
  )
}

/** Prices of a category or of all, raised or lowered by a percentage, seen before they change. */
function PricesDialog({
  priced,
  categories,
  setPrice,
  onDone: onClose,
  ...props
}: Props) {
  const texts = useTexts()
  const { back } = usePartTexts()
  const { money, number } = useFormats()
  const { smallestCents } = useShop()
  const { isBusy, trouble, run, say } = useAction()
  const [categoryId, setCategoryId] = useState(props.categoryId)
  const [typed, setTyped] = useState('')
  const [ending, setEnding] = useState<Ending>('none')
  const [done, setDone] = useState<number>()
  const percent = Number(typed.replace(',', '.'))
  const isPercent = typed.trim() !== '' && percent >= -99 && percent <= 1_000
  const changes = isPercent
    ? priceChanges(
        priced.filter(
          ({ categoryIds }) => categoryId === '' || categoryIds.includes(categoryId),
        ),
        { percent, ending, smallestCents },
      )
    : []
  const lowered =
    percent < 0 ? [] : changes.filter((each) => each.afterCents < each.priceCents)
  const change = () =>
    run(async () => {
      let lost = 0
      for (const [at, each] of changes.entries()) {
        setDone(at)
        if (!(await isSet(each, setPrice))) lost += 1
      }
      setDone(undefined)
      if (lost === 0) return onClose()
      say(texts.bulkFailed(number(lost)))
    })
  return (
    <Dialog title={texts.bulkTitle} size="wide" onClose={onClose}>
      <div class="side-by-side">
        <TextField
          label={texts.bulkPercent}
          hint={texts.bulkPercentHint}
          name="percent"
          autocomplete="off"
          value={typed}
          onText={setTyped}
        />
        <SelectField
          label={texts.bulkEnding}
          name="ending"
          value={ending}
          options={endings.map((value) => ({ value, label: texts.bulkEndings[value] }))}
          onChoose={(value) => setEnding(value as Ending)}
        />
        <SelectField
          label={texts.category}
          name="bulk-category"
          value={categoryId}
          options={[
            { value: '', label: texts.allCategories },
            ...categories.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChoose={setCategoryId}
        />
      </div>
      {typed !== '' && typed !== '-' && !isPercent && (
        <p class="trouble">{texts.badPercent}</p>
      )}
      {isPercent && changes.length === 0 && <p>{texts.bulkNothing}</p>}
      {lowered.length > 0 && (
        <p class="trouble" role="status">
          {texts.bulkLowers(number(lowered.length))}
        </p>
      )}
      {changes.length > 0 && (
        <div class="preview">
          <Table
            label={texts.preview}
            rows={changes}
            keyOf={({ id, variantId }) => `${id} ${variantId}`}
            columns={[
              { heading: texts.name, cell: ({ name }) => name },
              {
                heading: texts.before,
                isFigure: true,
                cell: ({ priceCents }) => money(priceCents),
              },
              {
                heading: texts.after,
                isFigure: true,
                cell: (each) => (
                  <>
                    <strong>{money(each.afterCents)}</strong>{' '}
                    {lowered.includes(each) && (
                      <span class="badge bad">{texts.isLower}</span>
                    )}
                  </>
                ),
              },
            ]}
          />
        </div>
      )}
      <p role="status">
        {done !== undefined && texts.bulkProgress(number(done), number(changes.length))}
      </p>
      <p class="trouble" role="alert">
        {trouble}
      </p>
      <div class="actions">
        <button type="button" onClick={onClose}>
          {back}
        </button>
        <button
          type="button"
          class="strong"
          disabled={isBusy || changes.length === 0}
          onClick={() => void change()}
        >
          {texts.bulkRun(number(changes.length))}
        </button>
      </div>
    </Dialog>
  )
}

/** Returns false for one that somebody has changed or deleted. Throws PosError. */
async function isSet(change: PriceChange, setPrice: Props['setPrice']): Promise<boolean> {
  try {
    return await setPrice(change)
  } catch (error) {
    if (error instanceof PosError && [404, 409].includes(error.status)) return false
    throw error
  }
}
