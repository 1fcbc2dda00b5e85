import { useState } from 'preact/hooks'
import { dayAt } from '../../../../shared/platform/time/clock.ts'
import { useFormats } from '../../../parts/formats.tsx'
import { Tabs } from '../../controls/tabs.tsx'
import { useVisit } from '../../figures/visit.tsx'
import { useTexts } from '../../texts/use-texts.ts'
import { Files } from './files.tsx'
import { periodWith } from './period.ts'
import { type Chosen, PeriodBar } from './period-bar.tsx'
import { Sales } from './sales.tsx'
import { Shifts } from './shifts.tsx'
import { useReportTexts } from './use-texts.ts'

const views = ['salesView', 'shiftsView', 'filesView'] as const
type View = (typeof views)[number]

/** Permissions of each view, as the API demands them. */
const needs = {
  salesView: 'reports_read',
  shiftsView: 'shifts_report_read',
  filesView: 'reports_export',
} as const satisfies Record<View, string>

/** Shows reports of sales and shifts, and files for the accountant. */
export function View() {
  const texts = useReportTexts()
  const page = useTexts()
  const { may } = useVisit()
  const { dayOffsetAt } = useFormats()
  const today = dayAt(Date.now(), dayOffsetAt)
  const [view, setView] = useState<View>('salesView')
  const [chosen, setChosen] = useState<Chosen>({
    kind: 'day',
    days: periodWith('day', today),
  })
  return (
    <>
      <Tabs
        label={texts.views}
        parts={views.map((id) => ({ id, title: texts[id] }))}
        current={view}
        onChoose={setView}
      />
      {may(needs[view]) ? (
        <>
          <PeriodBar chosen={chosen} today={today} onChoose={setChosen} />
          {view === 'salesView' && <Sales chosen={chosen} today={today} />}
          {view === 'shiftsView' && <Shifts days={chosen.days} />}
          {view === 'filesView' && <Files days={chosen.days} />}
        </>
      ) : (
        <p>{view === 'salesView' ? texts.sumsDenied : page.denied}</p>
      )}
    </>
  )
}
