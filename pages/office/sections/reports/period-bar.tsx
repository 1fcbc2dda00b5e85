import { SelectField } from '../../../parts/controls/select-field.tsx'
import { DayField } from '../../controls/day-field.tsx'
import { type Days, type Kind, kinds, periodWith, shifted } from './period.ts'
import { useReportTexts } from './use-texts.ts'

/** Period that the owner looks back on. */
export type Chosen = { readonly kind: Kind; readonly days: Days }

type Props = {
  readonly chosen: Chosen
  readonly today: string
  readonly onChoose: (chosen: Chosen) => void
}

/** Chooses a day, a week, a month, a year or a range of days. */
export function PeriodBar({ chosen: { kind, days }, today, onChoose }: Props) {
  const texts = useReportTexts()
  const go = (count: number) => onChoose({ kind, days: shifted(kind, days, count) })
  const chooseKind = (next: Kind) =>
    onChoose({
      kind: next,
      days: next === 'range' ? days : periodWith(next, lastSeen(days, today)),
    })
  const chooseDay = (day: string) => {
    if (day === '') return
    onChoose({
      kind,
      days: kind === 'range' ? { from: day, to: day } : periodWith(kind, day),
    })
  }
  return (
    <div class="section-bar period-bar">
      <SelectField
        label={texts.period}
        name="period"
        value={kind}
        options={kinds.map((value) => ({ value, label: texts.kinds[value] }))}
        onChoose={(value) => chooseKind(value as Kind)}
      />
      <DayField
        label={kind === 'day' ? texts.day : texts.from}
        name="from"
        value={days.from}
        onDay={(from) =>
          kind === 'range' && from !== ''
            ? onChoose({ kind, days: { from, to: from > days.to ? from : days.to } })
            : chooseDay(from)
        }
      />
      {kind === 'range' && (
        <DayField
          label={texts.to}
          name="to"
          value={days.to}
          onDay={(to) =>
            to !== '' &&
            onChoose({ kind, days: { from: to < days.from ? to : days.from, to } })
          }
        />
      )}
      <div class="actions">
        <button type="button" aria-label={texts.earlier} onClick={() => go(-1)}>
          <span aria-hidden="true">‹</span>
        </button>
        <button
          type="button"
          aria-label={texts.later}
          disabled={days.to >= today}
          onClick={() => go(1)}
        >
          <span aria-hidden="true">›</span>
        </button>
      </div>
    </div>
  )
}

/** The day that stays in view where the kind of period changes. */
const lastSeen = ({ from, to }: Days, today: string) =>
  to <= today ? to : from <= today ? today : from
