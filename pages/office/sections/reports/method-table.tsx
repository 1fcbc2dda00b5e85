import type { SalesBreakdown } from '../../../../shared/client/api.ts'
import { useFormats } from '../../../parts/formats.tsx'
import { BarPlot } from '../../figures/bar-plot.tsx'
import { methodName } from '../../figures/method-name.ts'
import { useTexts } from '../../texts/use-texts.ts'
import type { Behind } from './behind.ts'
import { DataTable } from './data-table.tsx'
import type { Days } from './period.ts'
import { useReportTexts } from './use-texts.ts'

type Props = {
  readonly methods: SalesBreakdown['byPaymentMethod']
  readonly days: Days
  readonly onOpen: (behind: Behind) => void
}

/**
 * Shows the payments and refunds of each method; a sale by two methods counts in each
 * with its share.
 */
export function MethodTable({ methods, days, onOpen }: Props) {
  const texts = useReportTexts()
  const page = useTexts()
  const { shortMoney } = useFormats()
  if (methods.length === 0) return <p class="quiet">{texts.nothingSold}</p>
  const label = texts.part.byPaymentMethod
  return (
    <>
      <BarPlot
        bars={methods.map(({ name, takenCents }) => ({
          label: methodName(name, page),
          value: takenCents,
        }))}
        description={texts.plotOf(label)}
        direction="right"
        format={shortMoney}
      />
      <p class="quiet small">{texts.methodsHint}</p>
      <DataTable
        label={label}
        rows={methods}
        keyOf={({ name }) => name}
        days={days}
        columns={[
          {
            heading: label,
            kind: 'text',
            value: ({ name }) => methodName(name, page),
            onOpen: ({ name: key }) =>
              onOpen({
                title: methodName(key, page),
                days,
                by: { name: 'byPaymentMethod', key },
              }),
          },
          {
            heading: texts.saleCount,
            kind: 'count',
            value: ({ saleCount }) => saleCount,
          },
          { heading: texts.taken, kind: 'money', value: ({ takenCents }) => takenCents },
          {
            heading: texts.tips,
            kind: 'money',
            isWideOnly: true,
            value: ({ tipCents }) => tipCents,
          },
          {
            heading: texts.wentBack,
            kind: 'money',
            isWideOnly: true,
            value: ({ refundedCents }) => 0 - refundedCents,
          },
          { heading: texts.left, kind: 'money', value: ({ netCents }) => netCents },
        ]}
      />
    </>
  )
}
