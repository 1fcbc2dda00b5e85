import { useState } from 'preact/hooks'
import type { ReportedShift, ZReport } from '../../../../shared/client/api.ts'
import { dayAt } from '../../../../shared/platform/time/clock.ts'
import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { toCents } from '../../figures/sales.ts'
import { Card } from '../../figures/section.tsx'
import { shiftStart } from '../../figures/shift-start.ts'
import { useList } from '../../figures/use-list.ts'
import { useShop } from '../../shop/shop.tsx'
import { useTexts } from '../../texts/use-texts.ts'
import { type DataColumn, DataTable } from './data-table.tsx'
import type { Days } from './period.ts'
import { useQueryOf } from './use-dates.ts'
import { useReportTexts } from './use-texts.ts'
import { ZDialog } from './z-dialog.tsx'

type Props = { readonly days: Days }

type Counted = {
  readonly finalAmount: number | null
  readonly difference: number | null
  readonly currency?: string | undefined
}

/** The Zs that were made in a period, and its shifts with what was missing in their drawers. */
export function Shifts({ days }: Props) {
  const texts = useReportTexts()
  const page = useTexts()
  const { dayOffsetAt, moment } = useFormats()
  const { acronym } = useShop().shop.currency
  const queryOf = useQueryOf()
  const key = `${days.from} ${days.to}`
  const { value, problem } = useList(async () => {
    const [zs, report] = await Promise.all([
      pos.shifts.zReports(),
      pos.shifts.report({ query: queryOf(days) }),
    ])
    return { key, zs, shifts: report.shifts }
  }, key)
  const [opened, setOpened] = useState<ZReport>()
  if (problem) return <p class="trouble">{texts.failed}</p>
  if (value?.key !== key) return <p class="quiet">{page.loading}</p>
  const zs = value.zs.filter(({ closedAt }) => {
    const day = dayAt(Date.parse(closedAt), dayOffsetAt)
    return days.from <= day && day <= days.to
  })
  /** An amount in cents; null for none, and for one from before the shop changed its currency. */
  const cents = (amount: number | null, currency = acronym): number | null =>
    amount === null || currency !== acronym ? null : toCents(amount)
  const drawerColumns: readonly DataColumn<Counted>[] = [
    {
      heading: texts.counted,
      kind: 'money',
      isWideOnly: true,
      value: ({ finalAmount, currency }) => cents(finalAmount, currency),
    },
    {
      heading: texts.difference,
      kind: 'money',
      value: ({ difference, currency }) => cents(difference, currency),
    },
  ]
  const startOf = (shift: ReportedShift) => {
    const start = shiftStart(shift)
    return typeof start === 'number' ? moment(start) : start
  }
  return (
    <div class="report">
      <Card title={texts.zReports} area="z-reports">
        {zs.length === 0 ? (
          <p class="quiet">{texts.noZ}</p>
        ) : (
          <DataTable
            label={texts.zReports}
            rows={zs}
            keyOf={({ number }) => String(number)}
            days={days}
            columns={[
              {
                heading: texts.z,
                kind: 'text',
                value: ({ number }) => `Z ${number}`,
                onOpen: setOpened,
              },
              {
                heading: texts.closedAt,
                kind: 'moment',
                value: ({ closedAt }) => Date.parse(closedAt),
              },
              {
                heading: texts.closedBy,
                kind: 'text',
                isWideOnly: true,
                value: ({ closedByName }) => closedByName,
              },
              {
                heading: texts.sales,
                kind: 'money',
                isWideOnly: true,
                value: ({ totalSales, currency }) => cents(totalSales, currency),
              },
              {
                heading: texts.wentBack,
                kind: 'money',
                isWideOnly: true,
                value: ({ totalRefunds, currency }) => cents(totalRefunds, currency),
              },
              {
                heading: texts.expected,
                kind: 'money',
                isWideOnly: true,
                value: ({ expectedTotal, currency }) => cents(expectedTotal, currency),
              },
              ...drawerColumns,
            ]}
          />
        )}
      </Card>
      <Card title={texts.shifts} area="shifts">
        {value.shifts.length === 0 ? (
          <p class="quiet">{texts.noShifts}</p>
        ) : (
          <DataTable
            label={texts.shifts}
            rows={value.shifts}
            keyOf={({ id }) => id}
            days={days}
            columns={[
              { heading: texts.begun, kind: 'text', value: startOf },
              {
                heading: page.by,
                kind: 'text',
                value: ({ userName }) => userName ?? page.unknownUser,
              },
              {
                heading: page.cashAtStart,
                kind: 'money',
                isWideOnly: true,
                value: ({ initialAmount, currency }) => cents(initialAmount, currency),
              },
              ...drawerColumns,
            ]}
          />
        )}
      </Card>
      {opened && (
        <ZDialog
          z={opened}
          isLast={opened === value.zs.find(({ shiftId }) => shiftId === opened.shiftId)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  )
}
