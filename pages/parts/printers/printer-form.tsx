import { useEffect, useId, useState } from 'preact/hooks'
import type { Category, Printer } from '../../../shared/client/api.ts'
import { Choice } from '../controls/choice.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { SelectField } from '../controls/select-field.tsx'
import { pos } from '../pos.ts'
import type { PrinterPlace } from './printer-place.ts'
import type { Printers } from './read-printers.ts'
import { usePrinterTexts } from './use-texts.ts'

type Props = Pick<Printers, 'printers' | 'reached'> & {
  /** The one to change; undefined for a new one. */
  readonly printer: Printer | undefined
  readonly place: PrinterPlace
  readonly onClose: () => void
  readonly onSaved: () => Promise<void>
}

const types = ['CUSTOMER', 'KITCHEN', 'BAR'] as const
const papers = [48, 42, 32] as const
const dotsOfPapers = { 48: [576, 640, 512], 42: [512, 576], 32: [384, 420] } as const
const codePages = [
  'cp850',
  'cp858',
  'cp437',
  'cp852',
  'cp866',
  'wpc1252',
  'star-cp858',
  'citizen-cp858',
  'citizen-cp852',
  'citizen-cp866',
  'hp-cp850',
  'hp-cp858',
  'hp-cp852',
  'hp-cp866',
  'hp-wpc1252',
] as const satisfies readonly Printer['codePage'][]
const maxFeed = 20
const drawerTimes = ['never', 'cash', 'always'] as const

/** Edits a printer: its name, its use and its paper. */
export function PrinterForm(props: Props) {
  const { printer, printers, reached, place, onClose, onSaved } = props
  const { isRestaurant, failed } = place
  const texts = usePrinterTexts()
  const [printerName, setName] = useState(printer?.printerName ?? reached[0] ?? '')
  const [printerType, setType] = useState<Printer['printerType']>(
    printer?.printerType ?? 'CUSTOMER',
  )
  const [columns, setColumns] = useState<Printer['columns']>(printer?.columns ?? 48)
  const [drawer, setDrawer] = useState<Printer['openDrawer']>(
    printer?.openDrawer ?? 'never',
  )
  const [dots, setDots] = useState(printer?.dots ?? null)
  const [codePage, setCodePage] = useState<Printer['codePage']>(
    printer?.codePage ?? 'cp850',
  )
  const [feed, setFeed] = useState(printer?.feed ?? 5)
  const [categoryIds, setCategoryIds] = useState(printer?.categoryIds ?? [])
  const isStation = isRestaurant && printerType !== 'CUSTOMER'
  const categories = useDishCategories(isStation)
  const [trouble, setTrouble] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const id = useId()
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    setTrouble(undefined)
    const openDrawer = printerType === 'CUSTOMER' ? drawer : 'never'
    const choice = { printerName, printerType, columns, openDrawer, dots, codePage, feed }
    const body = { ...choice, ...(isStation && { categoryIds }) }
    try {
      if (printer) await pos.printers.update({ params: { id: printer.id }, body })
      else {
        const isFirst = !printers.some(({ config }) => config.printerType === printerType)
        await pos.printers.create({ body: { ...body, isDefault: isFirst } })
      }
      await onSaved()
    } catch (error) {
      setTrouble(failed(error))
      setBusy(false)
    }
  }
  return (
    <Dialog title={printer ? texts.change : texts.add} onClose={onClose}>
      <form onSubmit={(event) => void save(event)}>
        <div class="field">
          <label for={`${id}-name`}>{texts.printer}</label>
          <select
            id={`${id}-name`}
            name="printer"
            value={printerName}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          >
            {[...new Set([printerName, ...reached])].map((name) => (
              <option key={name} value={name}>
                {reached.includes(name) ? name : texts.notReachedNow(name)}
              </option>
            ))}
          </select>
        </div>
        {isRestaurant && (
          <Choice
            legend={texts.purpose}
            value={printerType}
            onChoose={setType}
            options={types.map((value) => ({ value, label: texts.types[value] }))}
          />
        )}
        <div class="field">
          <label for={`${id}-paper`}>{texts.paper}</label>
          <select
            id={`${id}-paper`}
            name="paper"
            value={columns}
            onChange={({ currentTarget }) => {
              setColumns(
                papers.find((each) => each === Number(currentTarget.value)) ?? 48,
              )
              // Dots win over columns, so another paper ends them
              setDots(null)
            }}
          >
            {papers.map((paper) => (
              <option key={paper} value={paper}>
                {texts.papers[paper]}
              </option>
            ))}
          </select>
        </div>
        {printerType === 'CUSTOMER' && (
          <Choice
            legend={texts.drawer}
            value={drawer}
            onChoose={setDrawer}
            options={drawerTimes.map((value) => ({
              value,
              label: texts.drawerTimes[value],
            }))}
          />
        )}
        {isStation && categories.length > 0 && (
          <fieldset class="field">
            <legend>{texts.categories}</legend>
            {categories.map(({ id: categoryId, name }) => (
              <label key={categoryId} class="check">
                <input
                  type="checkbox"
                  checked={categoryIds.includes(categoryId)}
                  onChange={({ currentTarget }) =>
                    setCategoryIds([
                      ...categoryIds.filter((each) => each !== categoryId),
                      ...(currentTarget.checked ? [categoryId] : []),
                    ])
                  }
                />
                {name}
              </label>
            ))}
            <p class="quiet small">{texts.categoriesHint}</p>
          </fieldset>
        )}
        <details class="field">
          <summary>{texts.more}</summary>
          <p class="quiet small">{texts.moreHint}</p>
          <SelectField
            name="dots"
            label={texts.dots}
            value={String(dots ?? '')}
            options={['', ...dotsOfPapers[columns].map(String)].map((value) => ({
              value,
              label: value === '' ? texts.dotsUnknown : value,
            }))}
            onChoose={(value) =>
              setDots(
                dotsOfPapers[columns].find((each) => String(each) === value) ?? null,
              )
            }
          />
          <SelectField
            name="code-page"
            label={texts.codePage}
            value={codePage}
            options={codePages.map((value) => ({ value, label: value }))}
            onChoose={(value) =>
              setCodePage(codePages.find((each) => each === value) ?? 'cp850')
            }
          />
          <div class="field">
            <label for={`${id}-feed`}>{texts.feed}</label>
            <input
              id={`${id}-feed`}
              name="feed"
              type="number"
              inputmode="numeric"
              min={0}
              max={maxFeed}
              required
              value={feed}
              onInput={({ currentTarget }) => setFeed(currentTarget.valueAsNumber)}
            />
          </div>
        </details>
        <p class="trouble" role="alert">
          {trouble}
        </p>
        <button type="submit" class="strong" disabled={isBusy}>
          {printer ? texts.save : texts.add}
        </button>
      </form>
    </Dialog>
  )
}

/**
 * Reads the menu's categories for a station to choose from; empty for users who may not
 * see them.
 */
function useDishCategories(isWanted: boolean): readonly Category[] {
  const [categories, setCategories] = useState<readonly Category[]>([])
  useEffect(() => {
    if (!isWanted) return
    pos.categories
      .list({ query: { type: 'dish' } })
      .then(setCategories, () => setCategories([]))
  }, [isWanted])
  return categories
}
