import { useId } from 'preact/hooks'

type Props = {
  readonly label: string
  readonly value: string
  readonly onText: (text: string) => void
  readonly name: string
  readonly autocomplete?: 'off' | 'street-address'
}

/** A field for a few lines of text, with its label. */
export function TextArea({ label, value, onText, ...more }: Props) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        {...more}
        id={id}
        rows={2}
        value={value}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
      />
    </div>
  )
}
