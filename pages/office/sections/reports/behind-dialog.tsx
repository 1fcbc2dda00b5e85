import { useState } from 'preact/hooks'
import type { SalesReport } from '../../../../shared/client/api.ts'
import { dayAt } from '../../../../shared/platform/time/clock.ts'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { type Formats, useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { receiptNumberOf } from '../../../parts/receipt-number.ts'
import { methodName } from '../../figures/method-name.ts'
import { sumOf } from '../../figures/sales.ts'
import { useList } from '../../figures/use-list.ts'
import { useVisit } from '../../figures/visit.tsx'
import { isToLookAt } from '../../sale/flags.tsx'
import { SaleDialog } from '../../sale/sale-dialog.tsx'
import { useTexts } from '../../texts/use-texts.ts'
import type { Behind } from './behind.ts'
import { DataTable } from './data-table.tsx'
import { useQueryOf } from './use-dates.ts'
import { useReportTexts } from './use-texts.ts'

type Row = SalesReport['sales'][number]

/** A sale, with what counts of it in the figure. */
type Sale = {
  readonly id: string
  /** As its receipt has it; blank without one. */
  readonly number: string
  readonly atMs: number
  readonly userName: string
  readonly paymentMethod: string
  readonly goods: string
  readonly isToLookAt: boolean
  readonly cents: number
}

type Props = {
  readonly behind: Behind
  readonly onClose: () => void
  /** Called after money of a sale went back. */
  readonly onChanged: () => void
}

/** The sales behind a figure, each to be opened. */
export function BehindDialog({ behind, onClose, onChanged }: Props) {
  const { title, days, by } = behind
  const texts = useReportTexts()
  const page = useTexts()
  const { money, offsetAt, dayOffsetAt } = useFormats()
  const { may } = useVisit()
  const queryOf = useQueryOf()
  const [opened, setOpened] = useState<Sale>()
  const { value, problem, readAgain } = useList(async () => {
    const query = { ...queryOf(days), ...narrowed(by) }
    const { sales, currency } = await pos.reports.sales({ query })
    const own = sales.filter((row) => row.currency === currency)
    return salesOf(own.filter(isOf(by, { offsetAt, dayOffsetAt })))
  })
  return (
    <Dialog title={texts.salesOf(title)} size="wide" onClose={onClose}>
      <p class="quiet small" role="status">
        {problem && <span class="trouble">{texts.behindFailed}</span>}
        {!value && !problem && page.loading}
        {value && texts.saleTotal(value.length, money(sumOf(value).cents))}
      </p>
      {value && value.length > 0 && (
        <DataTable
          label={texts.salesOf(title)}
          rows={value}
          keyOf={({ id }) => id}
          days={days}
          columns={[
            {
              heading: texts.receipt,
              kind: 'text',
              value: ({ number }) => number || texts.noNumber,
              ...(may('orders_read') && { onOpen: setOpened }),
            },
            ...(value.some((sale) => sale.isToLookAt)
              ? [
                  {
                    heading: texts.toLookAt,
                    kind: 'text' as const,
                    value: (sale: Sale) => (sale.isToLookAt ? texts.yes : ''),
                  },
                ]
              : []),
            { heading: page.time, kind: 'moment', value: ({ atMs }) => atMs },
            {
              heading: page.by,
              kind: 'text',
              isWideOnly: true,
              value: ({ userName }) => userName,
            },
            {
              heading: page.payment,
              kind: 'text',
              isWideOnly: true,
              value: ({ paymentMethod }) => methodName(paymentMethod, page),
            },
            {
              heading: texts.goods,
              kind: 'text',
              isWideOnly: true,
              value: ({ goods }) => goods,
            },
            { heading: page.amount, kind: 'money', value: ({ cents }) => cents },
          ]}
        />
      )}
      {opened && (
        <SaleDialog
          id={opened.id}
          number={opened.number}
          atMs={opened.atMs}
          onClose={() => setOpened(undefined)}
          onChanged={() => {
            void readAgain()
            onChanged()
          }}
        />
      )}
    </Dialog>
  )
}

/** Parameters of the part by which the API filters. */
const narrowed = (by: Behind['by']) => ({
  ...(by?.name === 'byProduct' && { productName: by.key }),
  ...(by?.name === 'byUser' && { userId: by.key }),
  ...(by?.name === 'byTaker' && { takenBy: by.key }),
  ...(by?.name === 'byPaymentMethod' && { paymentMethod: by.key }),
})

/** Returns a test for rows of the part. */
const isOf =
  (
    by: Behind['by'],
    { offsetAt, dayOffsetAt }: Pick<Formats, 'offsetAt' | 'dayOffsetAt'>,
  ) =>
  ({
    productName,
    categoryId = '',
    tableId = '',
    tillId = '',
    saleDate,
  }: Row): boolean => {
    const ms = Date.parse(saleDate)
    const day = dayAt(ms, dayOffsetAt)
    if (!by) return true
    switch (by.name) {
      case 'byHour':
        return new Date(ms + offsetAt(ms)).getUTCHours() === Number(by.key)
      case 'byWeekday':
        return (new Date(day).getUTCDay() || 7) === Number(by.key)
      case 'byDay':
        return day === by.key
      case 'byProduct':
        return productName === by.key
      case 'byCategory':
        return categoryId === by.key
      case 'byTable':
        return tableId === by.key
      case 'byTill':
        return tillId === by.key
      case 'byUser':
      case 'byTaker':
      case 'byPaymentMethod':
        return true
    }
  }

/** The sales of rows, which follow each other. */
const salesOf = (rows: readonly Row[]): Sale[] =>
  [...Map.groupBy(rows, ({ orderId }) => orderId)].flatMap(([id, same]) => {
    const [first] = same
    if (!first) return []
    return [
      {
        id,
        number: receiptNumberOf(first),
        isToLookAt: isToLookAt(first),
        atMs: Date.parse(first.saleDate),
        userName: first.userName,
        paymentMethod: first.paymentMethod,
        goods: same
          .map(({ quantity, productName }) => `${quantity} × ${productName}`)
          .join(', '),
        cents: same.reduce((sum, { paidCents }) => sum + paidCents, 0),
      },
    ]
  })
