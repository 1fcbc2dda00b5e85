import { useMemo } from 'preact/hooks'
import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { productMaker } from '../../../parts/shop-product.ts'
import { FiguresTable } from '../../figures/figures-table.tsx'
import { useReading } from '../../figures/reading.ts'
import { Section } from '../../figures/section.tsx'
import { sharedNumbersOf } from '../../figures/shared-numbers.ts'
import { type StockItem, shortagesOf, stockOf } from '../../figures/stock.ts'
import { useVisit } from '../../figures/visit.tsx'
import { useTexts } from '../../texts/use-texts.ts'

const shownAtOnce = 10

type Props = {
  /** A restaurant counts ingredients, a store products. */
  readonly isRestaurant: boolean
}

/** Shows the items below their minimum, the scarcest first. */
export function Stock({ isRestaurant }: Props) {
  return isRestaurant ? <IngredientStock /> : <ProductStock />
}

/** Of a store: what the feed tells is shown at once. */
function ProductStock() {
  const texts = useTexts()
  const { told } = useVisit()
  const needs = 'products_read'
  const known = useReading((signal) => pos.tillData.latest({ signal }), {
    needs,
    pace: 'often',
    news: ['catalogue'],
  })
  const counted = useReading(
    (signal) => pos.tillData.now({ query: { stock: 'true' }, signal }),
    { needs, pace: 'rarely' },
  )
  const makeProducts = useMemo(() => productMaker(), [])
  const products = useMemo(() => {
    const { value: { stock } = {}, begunMs = 0 } = counted
    if (!known.value || !stock) return
    const news = [...told.units].filter(([, { heardMs }]) => heardMs >= begunMs)
    const units = new Map([
      ...Object.entries(stock),
      ...news.map(([id, each]) => [id, each.units] as const),
    ])
    return makeProducts(known.value.products, units)
  }, [known.value, counted.value, told.units, makeProducts])
  const { problem = counted.problem, readMs = 0 } = known
  const reading = {
    ...(problem && { problem }),
    ...(products && { value: products, readMs }),
  }
  return (
    <Section title={texts.stock} area="stock" reading={reading}>
      {(all) => (
        <>
          <SharedNumbers shared={sharedNumbersOf(all)} />
          <Shortages items={shortagesOf(all.flatMap(stockOf))} />
        </>
      )}
    </Section>
  )
}

function IngredientStock() {
  const texts = useTexts()
  const reading = useReading((signal) => pos.ingredients.list({ signal }), {
    needs: 'ingredients_read',
    pace: 'often',
    look: ['order'],
  })
  return (
    <Section title={texts.stock} area="stock" reading={reading}>
      {(all) => (
        <Shortages
          items={shortagesOf(
            all.map(({ id, name, unit, quantity, lowStockThreshold }) => ({
              id,
              name,
              unit,
              quantity,
              minimum: lowStockThreshold,
            })),
          )}
        />
      )}
    </Section>
  )
}

/** Products of an earlier release may have one number in several spellings. */
function SharedNumbers({
  shared,
}: {
  readonly shared: ReturnType<typeof sharedNumbersOf>
}) {
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
