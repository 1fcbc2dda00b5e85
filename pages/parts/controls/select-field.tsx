import { useId } from 'preact/hooks'

type Props = {
  readonly label: string
  readonly hint?: string | undefined
  readonly name: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChoose: (value: string) => void
}

/** One of many, with its label. */
export function SelectField({ label, hint, name, value, options, onChoose }: Props) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        name={name}
        value={value}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {hint && (
        <p id={`${id}-hint`} class="quiet small">
          {hint}
        </p>
      )}
    </div>
  )
}
