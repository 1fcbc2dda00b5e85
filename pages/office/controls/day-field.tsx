import { useId } from 'preact/hooks'

type Props = {
  readonly label: string
  readonly name: string
  /** YYYY-MM-DD; blank for none. */
  readonly value: string
  readonly onDay: (day: string) => void
}

/** Asks for a day of the calendar. */
export function DayField({ label, name, value, onDay }: Props) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="date"
        name={name}
        value={value}
        onChange={({ currentTarget }) => onDay(currentTarget.value)}
      />
    </div>
  )
}
