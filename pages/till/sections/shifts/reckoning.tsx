import { useEffect, useState } from 'preact/hooks'
import type { ZReport } from '../../../../shared/client/api.ts'
import { pos } from '../../../parts/pos.ts'
import { useTill } from '../../shop/till.tsx'
import { useShiftsTexts } from '../../texts/use-texts.ts'
import { ZFigures } from './z-figures.tsx'

type Props = { readonly shiftId: string; readonly onDone: () => void }

/** The Z of the shift that was just closed: whether the drawer is right, and its sums. */
export function Reckoning({ shiftId, onDone }: Props) {
  const texts = useShiftsTexts()
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
      {report && <ZFigures report={report} />}
      <button type="button" onClick={onDone}>
        {texts.done}
      </button>
    </section>
  )
}
