import { useFormats } from '../../../../page-parts/formats.tsx'
import { pos } from '../../../../page-parts/pos.ts'
import { FiguresTable } from '../figures-table.tsx'
import { useReading } from '../reading.ts'
import { Section } from '../section.tsx'
import { type StockItem, shortagesOf, stockOf } from '../stock.ts'
import { useTexts } from '../texts/use-texts.ts'

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
      pace: 'seldom',
    },
  )
  return (
    <Section title={texts.stock} area="stock" reading={reading}>
      {(items) => <Shortages items={shortagesOf(items)} />}
    </Section>
  )
}

const products = async (signal: AbortSignal): Promise<StockItem[]> =>
  (await pos.products.list({ signal })).flatMap(stockOf)

const ingredients = async (signal: AbortSignal): Promise<StockItem[]> =>
  (await pos.ingredients.list({ signal })).map(
    ({ id, name, unit, quantity, lowStockThreshold }) => ({
      id,
      name,
      unit,
      quantity,
      minimum: lowStockThreshold,
    }),
  )

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
