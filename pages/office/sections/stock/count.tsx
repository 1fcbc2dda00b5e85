import { useState } from 'preact/hooks'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { usePartTexts } from '../../../parts/preferences.tsx'
import { Table } from '../../controls/table.tsx'
import { useAction } from '../../controls/use-action.ts'
import { useInProgress } from './in-progress.ts'
import { type Item, itemsOf, type Movement } from './items.ts'
import { type Line, Lines } from './lines.tsx'
import { useTexts } from './texts/use-texts.ts'

type Props = { readonly items: readonly Item[]; readonly onBooked: () => void }

/**
 * Counts the stock, blind or beside the book, and shows the differences before they are booked.
 */
export function Count({ items, onBooked }: Props) {
  const texts = useTexts()
  const { back } = usePartTexts()
  const { number } = useFormats()
  const [{ lines, booking, books }, setLines] = useInProgress('count')
  const [isShown, setShown] = useState(false)
  /** Against the book of the entry: sales that follow stay what they are. */
  const [differences, setDifferences] = useState<readonly Movement[]>()
  const { isBusy, trouble, run, say } = useAction()
  const readBook = async ({ id, productId }: Item) => {
    await booking.restart(id)
    const product = await pos.products.one({ params: { id: productId } })
    const now = itemsOf([product]).find((each) => each.id === id)
    if (now) {
      setLines((all) =>
        all.map((line) => (line.item.id === id ? { ...line, item: now } : line)),
      )
    }
    return now
  }
  const change = (next: readonly Line[]) => {
    for (const { item, units } of next) {
      const before = lines.find((line) => line.item.id === item.id)
      if (before?.units === units) continue
      books.set(
        item.id,
        readBook(item).catch(() => undefined),
      )
    }
    setLines(() => next)
  }
  const compare = () =>
    run(async () => {
      const found: Movement[] = []
      for (const line of lines) {
        const item = await books.get(line.item.id)
        if (!item) return say(texts.enterAgain(line.item.name))
        found.push({ item, units: line.units - item.quantity })
      }
      setDifferences(found)
    })
  const differing = differences?.filter(({ units }) => units !== 0) ?? []
  const book = async () => {
    if (!(await run(() => booking.book(differing, texts.countReason)))) return
    setDifferences(undefined)
    change([])
    onBooked()
  }
  const signed = (units: number) => (units > 0 ? `+${number(units)}` : number(units))
  return (
    <div class="card">
      <p class="quiet">{texts.countHint}</p>
      <label class="check">
        <input
          type="checkbox"
          name="book"
          checked={isShown}
          onChange={({ currentTarget }) => setShown(currentTarget.checked)}
        />
        {texts.blind}
      </label>
      <Lines
        items={items}
        lines={lines}
        onLines={change}
        noteOf={({ quantity }) =>
          isShown ? texts.shouldBe(number(quantity)) : undefined
        }
      />
      <p class="trouble" role="alert">
        {!differences && trouble}
      </p>
      <div class="actions">
        <button
          type="button"
          class="strong"
          disabled={isBusy || lines.length === 0}
          onClick={() => void compare()}
        >
          {texts.compare}
        </button>
      </div>
      {differences && (
        <Dialog
          title={texts.differences}
          size="wide"
          onClose={() => setDifferences(undefined)}
        >
          {differing.length === 0 ? (
            <p>{texts.noDifference}</p>
          ) : (
            <Table
              label={texts.differences}
              rows={differing}
              keyOf={({ item }) => item.id}
              columns={[
                { heading: texts.item, cell: ({ item }) => item.name },
                {
                  heading: texts.expected,
                  isFigure: true,
                  cell: ({ item }) => number(item.quantity),
                },
                {
                  heading: texts.counted,
                  isFigure: true,
                  cell: ({ item, units }) => number(item.quantity + units),
                },
                {
                  heading: texts.difference,
                  isFigure: true,
                  cell: ({ units }) => <strong>{signed(units)}</strong>,
                },
              ]}
            />
          )}
          <p class="trouble" role="alert">
            {trouble}
          </p>
          <div class="actions">
            <button type="button" onClick={() => setDifferences(undefined)}>
              {back}
            </button>
            <button
              type="button"
              class="strong"
              disabled={isBusy || differing.length === 0}
              onClick={() => void book()}
            >
              {texts.book}
            </button>
          </div>
        </Dialog>
      )}
    </div>
  )
}
