import { useId } from 'preact/hooks'

type Option<Value> = {
  readonly value: Value
  readonly label: string
  readonly hint?: string
}

type Props<Value> = {
  readonly legend: string
  readonly options: readonly Option<Value>[]
  readonly value: Value
  readonly onChoose: (value: Value) => void
}

/** One of a few, as large buttons; arrow keys move between them. */
export function Choice<Value extends string>({
  legend,
  options,
  value,
  onChoose,
}: Props<Value>) {
  const name = useId()
  return (
    <fieldset class="choice">
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
          />
          <span>
            {option.label}
            {option.hint && <span class="quiet small block">{option.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
