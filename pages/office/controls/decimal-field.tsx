import { useState } from 'preact/hooks'
import { TextField } from '../../parts/controls/text-field.tsx'
import { useFormats } from '../../parts/formats.tsx'

type Props = {
  readonly label: string
  readonly name: string
  readonly value: number
  readonly onNumber: (value: number) => void
}

const numberOf = (text: string) => Number(text.replace(',', '.'))

/** A number from 0 with decimals behind a point or comma, such as of kilograms. */
export function DecimalField({ value, onNumber, ...props }: Props) {
  const { number } = useFormats()
  const [typed, setTyped] = useState<string>()
  const isTyped = typed !== undefined && numberOf(typed) === value
  const written = String(value).replace('.', number(1.5).charAt(1))
  return (
    <TextField
      {...props}
      inputMode="decimal"
      autocomplete="off"
      pattern="\d{1,9}([.,]\d{0,6})?"
      required
      value={isTyped ? typed : written}
      onText={(text) => {
        const kept = text.replace(/[^\d.,]/g, '')
        setTyped(kept)
        const next = numberOf(kept)
        if (Number.isFinite(next)) onNumber(next)
      }}
    />
  )
}
