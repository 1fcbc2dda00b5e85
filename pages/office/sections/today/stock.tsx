import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { FiguresTable } from '../../figures/figures-table.tsx'
import { useReading } from '../../figures/reading.ts'
import { Section } from '../../figures/section.tsx'
import { sharedNumbersOf } from '../../figures/shared-numbers.ts'
import { type StockItem, shortagesOf, stockOf } from '../../figures/stock.ts'
import { useTexts } from '../../texts/use-texts.ts'

const shownAtOnce = 10

type Props = {
  /** A restaurant counts ingredients, a store products. */
  readonly isRestaurant: boolean
}

/** What is below its minimum, the scarcest first. */
export function Stock({ isRestaurant }: Props) {
  const texts = useTexts()
  const reading = useReading(
    (signal) => (isRestaurant ? ingredients(signal) : products(signal)),
    {
      needs: isRestaurant ? 'ingredients_read' : 'products_read',
      pace: 'rarely',
      topics: ['product', 'order'],
    },
  )
  return (
    <Section title={texts.stock} area="stock" reading={reading}>
      {({ items, shared }) => (
        <>
          <SharedNumbers shared={shared} />
          <Shortages items={shortagesOf(items)} />
        </>
      )}
    </Section>
  )
}

type Goods = {
  readonly items: readonly StockItem[]
  readonly shared: ReturnType<typeof sharedNumbersOf>
}

async function products(signal: AbortSignal): Promise<Goods> {
  const all = await pos.products.list({ signal })
  return { items: all.flatMap(stockOf), shared: sharedNumbersOf(all) }
}

async function ingredients(signal: AbortSignal): Promise<Goods> {
  const all = await pos.ingredients.list({ signal })
  const items = all.map(({ id, name, unit, quantity, lowStockThreshold }) => ({
    id,
    name,
    unit,
    quantity,
    minimum: lowStockThreshold,
  }))
  return { items, shared: [] }
}

/** Products of an earlier release may have one number in several spellings. */
function SharedNumbers({ shared }: Pick<Goods, 'shared'>) {
  const texts = useTexts()
  if (shared.length === 0) return null
  return (
    <>
      <p class="trouble">{texts.sharedNumbers}</p>
      <ul>
        {shared.slice(0, shownAtOnce).map(([number, names]) => (
          <li key={number}>{`${number}: ${names.join(', ')}`}</li>
        ))}
      </ul>
      {shared.length > shownAtOnce && (
        <p class="quiet small">{texts.more(shared.length - shownAtOnce)}</p>
      )}
    </>
  )
}

function Shortages({ items }: { readonly items: readonly StockItem[] }) {
  const texts = useTexts()
  const { number } = useFormats()
  if (items.length === 0) return <p class="quiet">{texts.noShortage}</p>
  return (
    <>
      <FiguresTable headings={[texts.item, texts.left, texts.minimum]}>
        {items.slice(0, shownAtOnce).map(({ id, name, unit, quantity, minimum }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            <td class={quantity > 0 ? 'figure low' : 'figure none'}>
              {`${number(quantity)} ${unit}`}
            </td>
            <td class="figure">{number(minimum)}</td>
          </tr>
        ))}
      </FiguresTable>
      {items.length > shownAtOnce && (
        <p class="quiet small">{texts.more(items.length - shownAtOnce)}</p>
      )}
    </>
  )
}
