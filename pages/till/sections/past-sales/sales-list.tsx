import { useState } from 'preact/hooks'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { hasTills } from '../../../parts/is-served.ts'
import type { ShopOrder } from '../../../parts/pos.ts'
import { receiptNumberOf } from '../../../parts/receipt-number.ts'
import { isGivenBack } from '../../../parts/refund/refund.ts'
import { useRefundTexts } from '../../../parts/refund/use-texts.ts'
import type { PastSalesTexts } from '../../texts/en.ts'
import { usePastSalesTexts, useTablesTexts } from '../../texts/use-texts.ts'
import { useTableNames } from './use-table-names.ts'

type Props = {
  readonly sales: readonly ShopOrder[]
  readonly onSale: (sale: ShopOrder) => void
}

/** The sales as rows to tap, found by the number on the ticket. */
export function SalesList({ sales, onSale }: Props) {
  const texts = usePastSalesTexts()
  const tableNames = useTableNames()
  const [number, setNumber] = useState('')
  const sold = sales.filter((sale) => sale.number !== null)
  const found = sold.filter(isNumbered(number))
  if (sold.length === 0) return <p class="quiet">{texts.noSales}</p>
  return (
    <>
      <TextField
        label={texts.number}
        name="number"
        type="search"
        {...(!hasTills() && { inputMode: 'numeric' })}
        value={number}
        onText={setNumber}
      />
      {found.length === 0 && <p role="status">{texts.noSuchSale}</p>}
      <ul class="sales">
        {found.map((sale) => (
          <li key={sale.id}>
            <SaleRow
              sale={sale}
              tableName={tableNames.get(sale.tableId ?? '')}
              onClick={() => onSale(sale)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Finds by the number on the paper, such as B-42, or by its digits alone. */
const isNumbered = (typed: string) => {
  const start = typed.trim().toUpperCase()
  return (sale: ShopOrder) =>
    [receiptNumberOf(sale), String(sale.number)].some((each) => each.startsWith(start))
}

type RowProps = {
  readonly sale: ShopOrder
  readonly tableName: string | undefined
  readonly onClick: () => void
}

function SaleRow({ sale, tableName, onClick }: RowProps) {
  const texts = usePastSalesTexts()
  const { table } = useTablesTexts()
  const { money, time } = useFormats()
  const status = statusOf(sale, texts)
  const { methodNames } = useRefundTexts()
  return (
    <button type="button" class="sale" onClick={onClick}>
      <strong>{texts.ticket(receiptNumberOf(sale))}</strong>
      <span class="quiet">{time(Date.parse(sale.soldAt ?? sale.createdAt))}</span>
      <span class="what">
        {/* The list names what a store sold, and the table where guests were served */}
        {tableName === undefined
          ? sale.items
              .map(({ quantity, productName }) => `${quantity} × ${productName}`)
              .join(', ')
          : table(tableName)}
      </span>
      <span class="how">
        {methodsOf(sale, methodNames)}
        {status && <span class="badge">{status}</span>}
      </span>
      <strong class="figure">{money(Math.round(sale.total * 100))}</strong>
    </button>
  )
}

/** Describes the refunds of a sale in words; undefined without any. */
const statusOf = (sale: ShopOrder, texts: PastSalesTexts) => {
  if (isGivenBack(sale)) return texts.refunded
  return sale.refunds.length > 0 ? texts.partlyRefunded : undefined
}

const methodsOf = (
  { paymentMethod }: ShopOrder,
  names: Readonly<Record<string, string>>,
) =>
  paymentMethod
    .split(/, ?/)
    .map((name) => names[name] ?? name)
    .join(' + ')
