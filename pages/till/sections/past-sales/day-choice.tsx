import { usePastSalesTexts } from '../../texts/use-texts.ts'
import { dateAfter } from './days.ts'

type Props = {
  /** As dates of ISO 8601. */
  readonly day: string
  readonly today: string
  readonly onDay: (day: string) => void
}

/** Chooses a day: the one before, the one after, or any until today. */
export function DayChoice({ day, today, onDay }: Props) {
  const texts = usePastSalesTexts()
  return (
    <fieldset class="day-choice" aria-label={texts.day}>
      <button
        type="button"
        aria-label={texts.dayBefore}
        onClick={() => onDay(dateAfter(day, -1))}
      >
        <span aria-hidden="true">‹</span>
      </button>
      <input
        type="date"
        name="day"
        aria-label={texts.day}
        max={today}
        value={day}
        required
        onChange={({ currentTarget: { value } }) => value && onDay(value)}
      />
      <button
        type="button"
        aria-label={texts.dayAfter}
        disabled={day === today}
        onClick={() => onDay(dateAfter(day, 1))}
      >
        <span aria-hidden="true">›</span>
      </button>
    </fieldset>
  )
}
