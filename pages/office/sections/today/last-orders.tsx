import { useState } from 'preact/hooks'
import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { receiptNumberOf } from '../../../parts/receipt-number.ts'
import { methodName } from '../../figures/method-name.ts'
import type { Days } from '../../figures/orders.ts'
import { type Reading, useReading } from '../../figures/reading.ts'
import { ReceiptDialog } from '../../figures/receipt-dialog.tsx'
import { toCents } from '../../figures/sales.ts'
import { Section } from '../../figures/section.tsx'
import type { ShownOrder } from '../../figures/told.ts'
import { useTexts } from '../../texts/use-texts.ts'

const shownAtOnce = 10

type Props = {
  readonly orders: Reading<readonly ShownOrder[]>
  readonly days: Days
  readonly hasTables: boolean
}

/** The newest orders of today and yesterday. */
export function LastOrders({ orders, days, hasTables }: Props) {
  const texts = useTexts()
  return (
    <Section title={texts.lastOrders} area="last-orders" reading={orders}>
      {(rows) =>
        rows.length === 0 ? (
          <p class="quiet">{texts.noOrders}</p>
        ) : (
          <OrderTable
            rows={rows.slice(0, shownAtOnce)}
            days={days}
            hasTables={hasTables || rows.some(({ tableId }) => tableId !== null)}
          />
        )
      }
    </Section>
  )
}

type TableProps = {
  readonly rows: readonly ShownOrder[]
  readonly days: Days
  readonly hasTables: boolean
}

function OrderTable({ rows, days, hasTables }: TableProps) {
  const texts = useTexts()
  const { money, time } = useFormats()
  const tables = useTableNames()
  const [shown, setShown] = useState<ShownOrder>()
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.time}</th>
            {hasTables && (
              <th scope="col" class="on-wide">
                {texts.table}
              </th>
            )}
            <th scope="col" class="on-wide">
              {texts.by}
            </th>
            <th scope="col" class="on-wide">
              {texts.payment}
            </th>
            <th scope="col" class="on-wide">
              {texts.status}
            </th>
            <th scope="col" class="figure">
              {texts.amount}
            </th>
            <th scope="col">
              <span class="for-screen-readers">{texts.receipt}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                <span class="moment">
                  {time(Date.parse(row.soldAt ?? row.createdAt))}
                </span>
                {Date.parse(row.soldAt ?? row.createdAt) < days.today.startMs && (
                  <span class="quiet small"> {texts.yesterday}</span>
                )}
                {hasTables && row.tableId && (
                  <span class="on-narrow quiet small">{tables.get(row.tableId)}</span>
                )}
                <span class="on-narrow">
                  <Status order={row} />
                </span>
              </td>
              {hasTables && (
                <td class="on-wide">{(row.tableId && tables.get(row.tableId)) ?? '–'}</td>
              )}
              <td class="on-wide">{row.userName}</td>
              <td class="on-wide">
                {row.paymentMethod === '' ? '–' : methodName(row.paymentMethod, texts)}
              </td>
              <td class="on-wide">
                <Status order={row} />
              </td>
              <td class="figure">{money(toCents(row.total))}</td>
              <td class="figure">
                {row.number !== null && (
                  <button
                    type="button"
                    class="small"
                    aria-label={texts.receiptOf(receiptNumberOf(row))}
                    onClick={() => setShown(row)}
                  >
                    {texts.receipt}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown && (
        <ReceiptDialog
          orderId={shown.id}
          title={texts.receiptOf(receiptNumberOf(shown))}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  )
}

function Status({ order }: { readonly order: ShownOrder }) {
  const { statusNames } = useTexts()
  return (
    <span class={`badge ${order.status === 'paid' ? 'good' : ''}`}>
      {statusNames[statusOf(order)] ?? order.status}
    </span>
  )
}

/** The status of an order; a partly refunded one has its own name. */
const statusOf = ({ status, refundCount }: ShownOrder): string =>
  status !== 'refunded' && refundCount > 0 ? 'partly-refunded' : status

/** The names of tables by id; none for users who may not see them. */
function useTableNames(): ReadonlyMap<string, string> {
  const { value = [] } = useReading((signal) => pos.tables.list({ signal }), {
    needs: 'tables_read',
    pace: 'rarely',
    look: ['table'],
  })
  return new Map(value.map(({ id, name }) => [id, name]))
}
