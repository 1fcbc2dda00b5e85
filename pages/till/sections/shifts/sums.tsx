import { useFormats } from '../../../parts/formats.tsx'
import type { pos } from '../../../parts/pos.ts'
import { useShiftsTexts } from '../../texts/use-texts.ts'
import { type Row, Rows } from './rows.tsx'

/** The sums of an open shift, or of a Z. */
export type Figures = Awaited<ReturnType<typeof pos.shifts.breakdown>>

/** Shows the sales of a shift by method, and the cash that its drawer should hold. */
export function Sums({ of: sums }: { readonly of: Figures }) {
  const texts = useShiftsTexts()
  const { money, number } = useFormats()
  const inMoney = (amount: number | null) =>
    amount === null ? undefined : money(Math.round(amount * 100))
  const rows: readonly Row[] = [
    [texts.tickets, sums.totalTickets === null ? undefined : number(sums.totalTickets)],
    [texts.sales, inMoney(sums.totalSales)],
    [texts.tips, unlessZero(sums.totalTips)],
    [texts.refunds, unlessZero(sums.totalRefunds)],
  ]
  const drawer: readonly Row[] = [
    [texts.float, inMoney(sums.initialAmount)],
    [texts.cashSales, inMoney(sums.cashSales)],
    [texts.putIn, unlessZero(sums.cashIn)],
    [texts.takenOut, unlessZero(sums.cashOut)],
    [texts.cashRefunds, unlessZero(sums.cashRefunds)],
    [texts.expected, inMoney(sums.expectedTotal), 'total'],
    [texts.counted, inMoney(sums.finalAmount)],
  ]
  function unlessZero(amount: number | null) {
    return amount === 0 ? undefined : inMoney(amount)
  }
  return (
    <div class="figures">
      <Rows rows={rows} />
      <Rows
        title={texts.byMethod}
        rows={(sums.byPaymentMethod ?? []).map(({ name, net }) => [
          texts.methodNames[name] ?? name,
          inMoney(net),
        ])}
      />
      <Rows
        title={texts.taxes}
        rows={(sums.taxes ?? [])
          .filter(({ taxCents }) => taxCents !== 0)
          .map(({ name, ratePercent, taxCents }) => [
            texts.tax(name, number(ratePercent)),
            money(taxCents),
          ])}
      />
      <Rows title={texts.inDrawer} rows={drawer} />
    </div>
  )
}
