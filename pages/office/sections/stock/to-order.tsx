import { isLow } from '../../../../shared/catalog/low-stock.ts'
import { useFormats } from '../../../parts/formats.tsx'
import { downloadTable } from '../../controls/download-table.ts'
import { Table } from '../../controls/table.tsx'
import type { Item } from './items.ts'
import { useTexts } from './texts/use-texts.ts'

/** Shows the items below their minimum, with the units to order. */
export function ToOrder({ items }: { readonly items: readonly Item[] }) {
  const texts = useTexts()
  const { number } = useFormats()
  const low = items.filter(isLow)
  const orderOf = ({ quantity, minimum, maximum }: Item) =>
    (maximum > 0 ? maximum : 2 * minimum) - quantity
  const download = () => {
    const rows = low.map((item) => [
      item.codes[0] ?? '',
      item.name,
      item.quantity,
      item.minimum,
      orderOf(item),
    ])
    const header = ['SKU', texts.item, texts.left, texts.minimum, texts.toOrder]
    downloadTable(texts.part.order, [header, ...rows], number(1.5).charAt(1))
  }
  if (low.length === 0) return <p class="quiet">{texts.nothingToOrder}</p>
  return (
    <>
      <div class="section-bar not-on-paper">
        <div class="actions">
          <button type="button" onClick={() => print()}>
            {texts.print}
          </button>
          <button type="button" onClick={download}>
            {texts.download}
          </button>
        </div>
      </div>
      <div class="card">
        <Table
          label={texts.part.order}
          rows={low}
          keyOf={({ id }) => id}
          columns={[
            { heading: texts.item, cell: ({ name }) => name },
            {
              heading: texts.left,
              isFigure: true,
              cell: ({ quantity }) => number(quantity),
            },
            {
              heading: texts.minimum,
              isFigure: true,
              isWideOnly: true,
              cell: ({ minimum }) => number(minimum),
            },
            {
              heading: texts.toOrder,
              isFigure: true,
              cell: (item) => <strong>{number(orderOf(item))}</strong>,
            },
          ]}
        />
      </div>
    </>
  )
}
