import { useFormats } from '../../../parts/formats.tsx'
import { useTablesTexts } from '../../texts/use-texts.ts'
import { isSold, type Row } from './rows.ts'

type Props = { readonly row: Row; readonly onChange: () => void }

/** Shows a row of an order: its quantity, dish, modifiers and notes, and its state. */
export function BillRow({ row, onChange }: Props) {
  const texts = useTablesTexts()
  const { money } = useFormats()
  const { name, details, notes, course, status, ids, unitCents, isFailed } = row
  const isCounted = isSold(row)
  const total = money(isCounted ? unitCents * ids.length : 0)
  const wishes = [...details, ...(notes ? [`“${notes}”`] : [])]
  return (
    <button
      type="button"
      class={`cart-line is-${status}`}
      disabled={!isCounted}
      onClick={onChange}
    >
      <span class="line-quantity">{ids.length}</span>
      <span class="line-name">
        {name}
        {wishes.length > 0 && <span class="quiet small block">{wishes.join(', ')}</span>}
        <span class="small block line-status">
          {[texts.status[status], course].filter((fact) => fact !== '').join(' · ')}
        </span>
        {isFailed && <span class="trouble small block">{texts.notPrinted}</span>}
      </span>
      <span class="line-total">{total}</span>
    </button>
  )
}
