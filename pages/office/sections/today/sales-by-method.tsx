import { useFormats } from '../../../parts/formats.tsx'
import { BarPlot } from '../../figures/bar-plot.tsx'
import { FiguresTable } from '../../figures/figures-table.tsx'
import { methodName } from '../../figures/method-name.ts'
import type { Days } from '../../figures/orders.ts'
import type { Reading } from '../../figures/reading.ts'
import { salesOf, sumsByMethod, within } from '../../figures/sales.ts'
import { Section } from '../../figures/section.tsx'
import type { ShownOrder } from '../../figures/told.ts'
import { useTexts } from '../../texts/use-texts.ts'

type Props = { readonly orders: Reading<readonly ShownOrder[]>; readonly days: Days }

/** Today's sales by payment method: a plot, and the same as a table. */
export function SalesByMethod({ orders, days: { today } }: Props) {
  const texts = useTexts()
  const { money, shortMoney, number } = useFormats()
  return (
    <Section title={texts.byMethod} area="by-method" reading={orders}>
      {(rows) => {
        const sums = sumsByMethod(within(salesOf(rows), today))
        if (sums.length === 0) return <p class="quiet">{texts.noSales}</p>
        const named = sums.map((sum) => ({ ...sum, name: methodName(sum.method, texts) }))
        return (
          <>
            <BarPlot
              bars={named.map(({ name, cents }) => ({ label: name, value: cents }))}
              description={texts.byMethodPlot}
              direction="right"
              format={shortMoney}
            />
            <FiguresTable headings={[texts.method, texts.sales, texts.amount]}>
              {named.map(({ method, name, count, cents }) => (
                <tr key={method}>
                  <th scope="row">{name}</th>
                  <td class="figure">{number(count)}</td>
                  <td class="figure">{money(cents)}</td>
                </tr>
              ))}
            </FiguresTable>
          </>
        )
      }}
    </Section>
  )
}
