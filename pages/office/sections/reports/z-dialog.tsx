import type { ZReport } from '../../../../shared/client/api.ts'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { InCurrency, useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { methodName } from '../../figures/method-name.ts'
import { toCents } from '../../figures/sales.ts'
import { useList } from '../../figures/use-list.ts'
import { PrintButton } from '../../sale/print-button.tsx'
import { useTexts } from '../../texts/use-texts.ts'
import { ByTill, rangeOf } from './by-till.tsx'
import { useReportTexts } from './use-texts.ts'

type Props = {
  readonly z: ZReport
  /** True if its shift was not opened again and closed later. */
  readonly isLast: boolean
  readonly onClose: () => void
}

/** A Z report with its frozen sums. */
export function ZDialog({ z, isLast, onClose }: Props) {
  const texts = useReportTexts()
  return (
    <Dialog title={`Z ${z.number}`} onClose={onClose}>
      <InCurrency acronym={z.currency}>
        <Sums z={z} />
        {z.byTill && <ByTill rows={z.byTill} />}
        <Movements shiftId={z.shiftId} />
      </InCurrency>
      {isLast && (
        <PrintButton
          label={texts.printAgain}
          print={() =>
            pos.printers.zReport({ params: { id: z.shiftId }, body: undefined })
          }
        />
      )}
    </Dialog>
  )
}

function Sums({ z }: Pick<Props, 'z'>) {
  const texts = useReportTexts()
  const page = useTexts()
  const { money, moment, number } = useFormats()
  const amount = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : money(toCents(value))
  const rows: (readonly [string, string])[] = [
    [texts.closedAt, moment(Date.parse(z.closedAt))],
    [texts.closedBy, z.closedByName ?? page.unknownUser],
    ...(z.byTill
      ? []
      : [[texts.receipts, rangeOf('', z.firstNumber, z.lastNumber)] as const]),
    [texts.gross, amount(z.totalGross)],
    [texts.discounts, amount(0 - z.totalDiscounts)],
    [texts.sales, amount(z.totalSales)],
    [texts.tips, amount(z.totalTips)],
    [texts.wentBack, amount(z.totalRefunds)],
    ...(z.byPaymentMethod ?? []).map(
      ({ name, net }) => [texts.leftOf(methodName(name, page)), amount(net)] as const,
    ),
    ...(z.taxes ?? [])
      .filter(({ ratePercent }) => ratePercent > 0)
      .map(
        ({ name, ratePercent, taxCents }) =>
          [texts.taxOf(name, ratePercent), money(taxCents)] as const,
      ),
    ...(z.flaggedSales?.count
      ? [[texts.flaggedSales, number(z.flaggedSales.count)] as const]
      : []),
    ...(z.lateSales ?? []).map(
      ({ day, byPaymentMethod }) =>
        [
          texts.lateOf(day),
          money(byPaymentMethod.reduce((sum, { total }) => sum + toCents(total), 0)),
        ] as const,
    ),
    ...(z.corrections?.count
      ? [[texts.corrections, number(z.corrections.count)] as const]
      : []),
    [page.cashAtStart, amount(z.initialAmount)],
    ...(z.cashIn ? [[texts.cashIn, amount(z.cashIn)] as const] : []),
    ...(z.cashOut ? [[texts.cashOut, amount(0 - z.cashOut)] as const] : []),
    ...(z.lateCash ?? []).map(
      ({ day, total }) => [texts.lateCashOf(day), amount(total)] as const,
    ),
    [texts.expected, amount(z.expectedTotal)],
    [texts.counted, amount(z.finalAmount)],
    [texts.difference, amount(z.difference)],
  ]
  return (
    <dl class="details">
      {rows.map(([name, value]) => (
        <div key={name} class="pair">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Cash that was put into a drawer and taken out while the shift was open. */
function Movements({ shiftId }: { readonly shiftId: string }) {
  const texts = useReportTexts()
  const { money, moment } = useFormats()
  const { value = [] } = useList(() => pos.shifts.cash({ params: { id: shiftId } }))
  if (value.length === 0) return null
  return (
    <>
      <h3>{texts.movements}</h3>
      <ul class="rows" aria-label={texts.movements}>
        {value.map(({ id, createdAt, reason, type, amount }) => (
          <li key={id}>
            <span class="when">{moment(Date.parse(createdAt))}</span>
            <span class="what">{reason}</span>
            <strong class="figure">
              {money(toCents(type === 'in' ? amount : 0 - amount))}
            </strong>
          </li>
        ))}
      </ul>
    </>
  )
}
