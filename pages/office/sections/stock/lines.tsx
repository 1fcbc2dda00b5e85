import { MoneyField } from '../../../parts/controls/money-field.tsx'
import { NumberField } from '../../controls/number-field.tsx'
import { SearchPick } from '../../controls/search-pick.tsx'
import { useShop } from '../../shop/shop.tsx'
import type { Item } from './items.ts'
import { useTexts } from './texts/use-texts.ts'

export type Line = {
  readonly item: Item
  readonly units: number
  readonly costCents: number
}

type Props = {
  readonly items: readonly Item[]
  readonly lines: readonly Line[]
  readonly onLines: (lines: readonly Line[]) => void
  readonly hasCost?: boolean
  /** Returns the note beside a line. */
  readonly noteOf?: (item: Item) => string | undefined
}

/** Units of products, the latest first; a scan of one that is there adds a unit. */
export function Lines({ items, lines, onLines, hasCost = false, noteOf }: Props) {
  const texts = useTexts()
  const { smallestCents } = useShop()
  const add = (item: Item) => {
    const line = lines.find((each) => each.item.id === item.id)
    const others = lines.filter((each) => each !== line)
    const { costCents } = item
    onLines([
      line ? { ...line, units: line.units + 1 } : { item, units: 1, costCents },
      ...others,
    ])
  }
  const change = (id: string, next: Partial<Line>) =>
    onLines(lines.map((each) => (each.item.id === id ? { ...each, ...next } : each)))
  return (
    <>
      <SearchPick label={texts.pick} rows={items} none={texts.none} onPick={add} />
      {lines.map(({ item, units, costCents }) => (
        <fieldset key={item.id} class="stock-line">
          <legend>
            {item.name} <span class="quiet small">{noteOf?.(item)}</span>
          </legend>
          <NumberField
            label={texts.units(item.name)}
            name={`units ${item.name}`}
            value={units}
            onNumber={(value) => change(item.id, { units: value })}
          />
          {hasCost && (
            <MoneyField
              label={texts.cost(item.name)}
              cents={costCents}
              onCents={(cents) => change(item.id, { costCents: cents })}
              smallestCents={smallestCents}
            />
          )}
          <button
            type="button"
            aria-label={texts.removeRow(item.name)}
            onClick={() => onLines(lines.filter((each) => each.item.id !== item.id))}
          >
            <span aria-hidden="true">✕</span>
          </button>
        </fieldset>
      ))}
    </>
  )
}
