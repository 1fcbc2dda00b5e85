import { InCurrency, useFormats } from '../../../parts/formats.tsx'
import { pos, type SalesReport } from '../../../parts/pos.ts'
import { FiguresTable } from '../../figures/figures-table.tsx'
import { useReading } from '../../figures/reading.ts'
import { Section } from '../../figures/section.tsx'
import { useTexts } from '../../texts/use-texts.ts'

type Props = {
  /** The day, `YYYY-MM-DD`, by which the API counts. */
  readonly date: string
  /** True if that is a day of UTC, as the settings name no time zone. */
  readonly isInUtc: boolean
}

/** Shows the day's sums for the books, in the words of the Z report. */
export function Books({ date, isInUtc }: Props) {
  const texts = useTexts()
  const reading = useReading(
    (signal) => pos.reports.sales({ query: { startDate: date, endDate: date }, signal }),
    { needs: 'reports_read', pace: 'often', look: ['order'], key: date },
  )
  return (
    <Section title={texts.books} area="books" reading={reading}>
      {(report) => (
        <>
          <Sums report={report} />
          {report.taxes.length > 0 && <Taxes taxes={report.taxes} />}
          {report.otherCurrencies.map((sums) => (
            <InCurrency key={sums.currency} acronym={sums.currency}>
              <h3>{sums.currency}</h3>
              <Sums report={sums} />
              {sums.taxes.length > 0 && <Taxes taxes={sums.taxes} />}
            </InCurrency>
          ))}
          {isInUtc && <p class="quiet small">{texts.daysInUtc}</p>}
        </>
      )}
    </Section>
  )
}

function Sums({ report }: { readonly report: SalesReport['otherCurrencies'][number] }) {
  const texts = useTexts()
  const { money, satoshis } = useFormats()
  const { totalRefundedSatoshis: refundedSatoshis } = report
  return (
    <dl class="details">
      <dt>{texts.salesLessRefunds}</dt>
      <dd>
        <strong>{money(report.totalNetCents)}</strong>
      </dd>
      <dt>{texts.discounts}</dt>
      <dd>{money(report.totalDiscountCents)}</dd>
      <dt>{texts.tips}</dt>
      <dd>{money(report.totalTipCents)}</dd>
      {report.totalRoundingCents !== 0 && (
        <>
          <dt>{texts.rounding}</dt>
          <dd>{money(report.totalRoundingCents)}</dd>
        </>
      )}
      <dt>{texts.refunds(report.refundCount)}</dt>
      <dd>
        {money(report.totalRefundedCents)}
        {refundedSatoshis > 0 && (
          <span class="block quiet small">{satoshis(refundedSatoshis)}</span>
        )}
      </dd>
    </dl>
  )
}

function Taxes({ taxes }: Pick<SalesReport, 'taxes'>) {
  const texts = useTexts()
  const { money, number } = useFormats()
  return (
    <FiguresTable headings={[texts.tax, texts.net, texts.amount]}>
      {taxes.map(({ name, ratePercent, netCents, taxCents }) => (
        <tr key={`${name} ${ratePercent}`}>
          <th scope="row">{`${name} ${number(ratePercent)} %`}</th>
          <td class="figure">{money(netCents)}</td>
          <td class="figure">{money(taxCents)}</td>
        </tr>
      ))}
    </FiguresTable>
  )
}
