import { useEffect, useState } from 'preact/hooks'
import { useFormats } from '../../../../../page-parts/formats.tsx'
import { pos } from '../../../../../page-parts/pos.ts'
import type { ZReport } from '../../../../../shared/client/api.ts'
import { useTill } from '../../shop/till.tsx'
import { PrintReport } from './print-report.tsx'
import { Sums } from './sums.tsx'
import { useDayTexts } from './use-day-texts.ts'

type Props = { readonly shiftId: string; readonly onDone: () => void }

/** The Z of the shift that was just closed: whether the drawer is right, and its sums. */
export function Reckoning({ shiftId, onDone }: Props) {
  const texts = useDayTexts()
  const { may, failed } = useTill()
  const [report, setReport] = useState<ZReport>()
  const [trouble, setTrouble] = useState<string>()
  const seesReport = may('shifts_report_read')
  useEffect(() => {
    if (!seesReport) return
    pos.shifts
      .zReport({ params: { id: shiftId } })
      .then(setReport, (error: unknown) => setTrouble(failed(error)))
  }, [shiftId, seesReport, failed])
  return (
    <section class="card">
      <div role="status">
        <h2>{report ? texts.closedNow(report.number) : texts.closedWithoutReport}</h2>
      </div>
      <p class="trouble" role="alert">
        {trouble}
      </p>
      {report && (
        <>
          <Difference amount={report.difference} />
          <Sums of={report} />
          <PrintReport shiftId={shiftId} label={texts.printZ} />
        </>
      )}
      <button type="button" onClick={onDone}>
        {texts.done}
      </button>
    </section>
  )
}

function Difference({ amount }: { readonly amount: number | null }) {
  const texts = useDayTexts()
  const { money } = useFormats()
  if (amount === null) return null
  const cents = Math.round(amount * 100)
  if (cents === 0) return <p class="difference good">{texts.exact}</p>
  return (
    <p class="difference bad">
      {cents < 0 ? texts.missing(money(-cents)) : texts.tooMuch(money(cents))}
    </p>
  )
}
