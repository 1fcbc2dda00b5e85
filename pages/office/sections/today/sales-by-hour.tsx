import { useFormats } from '../../../parts/formats.tsx'
import { BarPlot } from '../../figures/bar-plot.tsx'
import type { Days } from '../../figures/orders.ts'
import type { Reading } from '../../figures/reading.ts'
import {
  type HourSum,
  salesOf,
  shownHours,
  sumsByHour,
  within,
} from '../../figures/sales.ts'
import { Section } from '../../figures/section.tsx'
import type { ShownOrder } from '../../figures/told.ts'
import { useVisit } from '../../figures/visit.tsx'
import { useTexts } from '../../texts/use-texts.ts'

type Props = { readonly orders: Reading<readonly ShownOrder[]>; readonly days: Days }

/** Today's sales by hour, as a plot and as a table for those who do not see it. */
export function SalesByHour({ orders, days: { today } }: Props) {
  const texts = useTexts()
  const { shortMoney, hour, timeZone, zoneRules } = useFormats()
  const { nowMs } = useVisit()
  return (
    <Section title={texts.byHour} area="by-hour" reading={orders}>
      {(rows) => {
        const sales = within(salesOf(rows), today)
        if (sales.length === 0) return <p class="quiet">{texts.noSales}</p>
        const hours = shownHours(sumsByHour(sales, today), nowMs)
        const bars = hours.map(({ startMs, cents }) => ({
          label: hour(startMs),
          value: cents,
        }))
        return (
          <>
            <BarPlot
              bars={bars}
              description={texts.byHourPlot}
              direction="up"
              format={shortMoney}
            />
            <p class="quiet small">
              {texts.timesIn(timeZone.replaceAll('_', ' '), zoneRules)}
            </p>
            <HourTable hours={hours} />
          </>
        )
      }}
    </Section>
  )
}

function HourTable({ hours }: { readonly hours: readonly HourSum[] }) {
  const texts = useTexts()
  const { money, number, time } = useFormats()
  return (
    <div class="for-screen-readers">
      <table>
        <caption>{texts.byHour}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.hour}</th>
            <th scope="col">{texts.sales}</th>
            <th scope="col">{texts.amount}</th>
          </tr>
        </thead>
        <tbody>
          {hours.map(({ startMs, count, cents }) => (
            <tr key={startMs}>
              <th scope="row">{time(startMs)}</th>
              <td>{number(count)}</td>
              <td>{money(cents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
