import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { useFormats } from '../formats.tsx'
import { usePartTexts } from '../preferences.tsx'

type Props = {
  readonly label: string
  readonly cents: number
  readonly onCents: (cents: number) => void
  /** 100 in a currency without cents, else 1. */
  readonly smallestCents: number
  readonly isFocused?: boolean
  /** Shows keys to tap. */
  readonly hasKeys?: boolean
}

/** More digits than any till takes. */
const maxCents = 99_999_999_999

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '00', '0'] as const

/**
 * An amount as a cash register takes it: digits move in from the right, by keyboard or by tap.
 * After a typed point or comma they are decimals: 14.5 is 14.50.
 */
export function MoneyField({
  label,
  cents,
  onCents,
  smallestCents,
  isFocused = false,
  hasKeys = false,
}: Props) {
  const { money } = useFormats()
  const texts = usePartTexts()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  // At once: the next key may be there before the next frame. A dialog that is yet to open
  // goes to what is marked.
  useLayoutEffect(() => {
    if (!isFocused || !field.current) return
    field.current.autofocus = true
    field.current.focus()
  }, [isFocused])
  const digitsOf = (amount: number) => String(Math.round(amount / smallestCents))
  /** How many decimals were typed; none before the point. */
  const decimals = useRef<number | undefined>(undefined)
  const enter = (digits: string) =>
    onCents(Math.min(maxCents, Number(digits.replace(/\D/g, '')) * smallestCents))
  const add = (typed: string) => {
    if (/^[.,]$/.test(typed) && smallestCents === 1 && decimals.current === undefined) {
      decimals.current = 0
      return enter(`${digitsOf(cents)}00`)
    }
    if (decimals.current === undefined || !/^\d$/.test(typed)) {
      return enter(digitsOf(cents) + typed)
    }
    const worth = [10, 1][decimals.current] ?? 0
    decimals.current += 1
    onCents(Math.min(maxCents, cents + Number(typed) * worth))
  }
  /** The first key takes the place of an amount that is there. */
  const select = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
    decimals.current = undefined
    currentTarget.setSelectionRange(
      cents > 0 ? 0 : currentTarget.value.length,
      currentTarget.value.length,
    )
  }
  return (
    <div class="field money-field">
      <label for={id}>{label}</label>
      <input
        ref={field}
        id={id}
        inputMode={hasKeys ? 'none' : 'numeric'}
        autocomplete="off"
        value={money(cents)}
        onFocus={select}
        onKeyDown={(event) => {
          // A sign after the amount must not be what is deleted.
          const { selectionStart, selectionEnd } = event.currentTarget
          if (event.key !== 'Backspace' || selectionStart !== selectionEnd) return
          event.preventDefault()
          decimals.current = undefined
          enter(digitsOf(cents).slice(0, -1))
        }}
        onInput={(event) => {
          const { data } = event as InputEvent
          const { value } = event.currentTarget
          const isAdded =
            data !== null && value.length === money(cents).length + data.length
          // Where it replaced a selection, what is there now counts.
          if (isAdded) add(data)
          else {
            decimals.current = undefined
            enter(value)
          }
          // What was typed is shown as an amount, also where that stays the same.
          event.currentTarget.value = money(cents)
        }}
      />
      {hasKeys && (
        <div class="keys">
          {keys.map((key) => (
            <button key={key} type="button" onClick={() => enter(digitsOf(cents) + key)}>
              {key}
            </button>
          ))}
          <button
            type="button"
            class="plain"
            aria-label={texts.deleteDigit}
            onClick={() => enter(digitsOf(cents).slice(0, -1))}
          >
            <span aria-hidden="true">⌫</span>
          </button>
        </div>
      )}
    </div>
  )
}
