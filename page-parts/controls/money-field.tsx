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
  const enter = (digits: string) =>
    onCents(Math.min(maxCents, Number(digits.replace(/\D/g, '')) * smallestCents))
  /** The first key takes the place of an amount that is there. */
  const select = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
    currentTarget.setSelectionRange(
      cents > 0 ? 0 : currentTarget.value.length,
      currentTarget.value.length,
    )
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
          enter(digitsOf(cents).slice(0, -1))
        }}
        onInput={(event) => {
          const { data } = event as InputEvent
          const { value } = event.currentTarget
          const isAdded =
            data !== null && value.length === money(cents).length + data.length
          // Where it replaced a selection, what is there now counts.
          enter(isAdded ? digitsOf(cents) + data : value)
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
