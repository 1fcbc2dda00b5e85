import type { InputHTMLAttributes } from 'preact'
import { useId } from 'preact/hooks'

type Props = {
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly onText: (text: string) => void
  readonly name: string
  readonly type?: 'text' | 'password' | 'search'
  readonly autocomplete?: 'off' | 'organization' | 'given-name' | 'new-password'
  readonly inputMode?: 'decimal' | 'numeric'
  readonly pattern?: string
  readonly minLength?: number
  readonly required?: boolean
}

/** A field with its label and what helps to fill it in. */
export function TextField({ label, hint, value, onText, ...more }: Props) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        // Preact's types would have one element for each type
        {...(more as InputHTMLAttributes)}
        id={id}
        value={value}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
      />
      {hint && (
        <p id={`${id}-hint`} class="quiet small">
          {hint}
        </p>
      )}
    </div>
  )
}
