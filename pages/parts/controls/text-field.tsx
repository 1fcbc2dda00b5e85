import type { ComponentChildren, InputHTMLAttributes } from 'preact'
import { useId } from 'preact/hooks'

export type TextFieldProps = {
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly onText: (text: string) => void
  readonly name: string
  readonly type?: 'text' | 'password' | 'search'
  readonly autocomplete?:
    | 'off'
    | 'organization'
    | 'given-name'
    | 'new-password'
    | 'tel'
    | 'email'
  readonly inputMode?: 'decimal' | 'numeric' | 'tel' | 'email'
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly required?: boolean
  readonly autocapitalize?: 'none'
  readonly spellcheck?: boolean
  /** True if a scanner types into the field. */
  readonly takesCodes?: boolean
  /** A button beside it. */
  readonly action?: ComponentChildren
}

/** A field with its label and what helps to fill it in. */
export function TextField(props: TextFieldProps) {
  const { label, hint, value, onText, action, takesCodes, ...more } = props
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="with-action">
        <input
          // Preact's types would have one element for each type
          {...(more as InputHTMLAttributes)}
          id={id}
          data-codes={takesCodes ? 'typed' : undefined}
          value={value}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onInput={({ currentTarget }) => onText(currentTarget.value)}
        />
        {action}
      </div>
      {hint && (
        <p id={`${id}-hint`} class="quiet small">
          {hint}
        </p>
      )}
    </div>
  )
}
