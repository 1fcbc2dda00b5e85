import { TextField } from '../../../parts/controls/text-field.tsx'

type Props = {
  readonly label: string
  readonly name: string
  readonly hint: string
  /** 0 for none. */
  readonly value: number
  readonly onNumber: (value: number) => void
  readonly required?: boolean
}

/** All bitcoin there is has 16 digits in satoshis; a number of 15 is exact. */
const mostDigits = 15

/** A whole number of satoshis; blank while there are none. */
export const SatoshiField = ({ value, onNumber, ...field }: Props) => (
  <TextField
    {...field}
    inputMode="numeric"
    autocomplete="off"
    value={value === 0 ? '' : String(value)}
    onText={(text) => onNumber(Number(text.replace(/\D/g, '').slice(0, mostDigits)))}
  />
)
