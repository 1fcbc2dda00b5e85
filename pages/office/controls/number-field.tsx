import { useState } from 'preact/hooks'
import { TextField } from '../../parts/controls/text-field.tsx'

type Props = {
  readonly label: string
  readonly name: string
  readonly hint?: string
  readonly value: number
  readonly onNumber: (value: number) => void
}

/** A whole number from 0, such as of units. */
export function NumberField({ value, onNumber, hint, ...props }: Props) {
  const [typed, setTyped] = useState<string>()
  const isTyped = typed !== undefined && Number(typed) === value
  return (
    <TextField
      {...props}
      {...(hint !== undefined && { hint })}
      inputMode="numeric"
      autocomplete="off"
      pattern="\d{1,7}"
      required
      value={isTyped ? typed : String(value)}
      onText={(text) => {
        const digits = text.replace(/\D/g, '').slice(0, 7)
        setTyped(digits)
        onNumber(Number(digits))
      }}
    />
  )
}
