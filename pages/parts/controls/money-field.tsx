import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useFormats } from '../formats.tsx'
import { usePartTexts } from '../preferences.tsx'
import { typedCents } from './typed-money.ts'

type Props = {
  readonly label: string
  readonly cents: number
  /** Called with 0 for refused input; the field's form is then not submitted. */
  readonly onCents: (cents: number) => void
  /** 100 in a currency without cents, else 1. */
  readonly smallestCents: number
  /** More cannot be meant, and is refused. */
  readonly maxCents?: number | undefined
  readonly isFocused?: boolean
  /** Shows keys to tap. */
  readonly hasKeys?: boolean
}

/** No sum in a till is more, in cents. */
export const mostCents = 99_999_999_999

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** An amount of money, typed as it is written: 3 is 3.00, and 1.250 is 1250.00. */
export function MoneyField({
  label,
  cents,
  onCents,
  smallestCents,
  maxCents = mostCents,
  isFocused = false,
  hasKeys = false,
}: Props) {
  const { money, number } = useFormats()
  const texts = usePartTexts()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [entered, setEntered] = useState<{ text: string; cents: number }>()
  const [isTyping, setTyping] = useState(false)
  /** Copy of `isTyping` that is never late: a key may come before the next rendering. */
  const hasTyped = useRef(false)
  const stopTyping = () => {
    hasTyped.current = false
    setTyping(false)
  }
  // At once: the next key may come before the next frame. A dialog that is yet to open
  // goes to the marked field.
  useLayoutEffect(() => {
    if (!isFocused || !field.current) return
    field.current.autofocus = true
    field.current.focus()
  }, [isFocused])
  const meant = (text: string) => typedCents(text, smallestCents)
  const isMeant = (amount: number | undefined) =>
    amount !== undefined && amount <= maxCents
  // Others change the amount too, such as a button with a discount
  const text = entered?.cents === cents ? entered.text : undefined
  const textCents = text === undefined ? cents : meant(text)
  const isRefused = text !== undefined && !isMeant(textCents)
  const shown =
    text !== undefined && (isTyping || textCents === undefined)
      ? text
      : money(textCents ?? cents)
  /** Without the currency and the signs of groups; letters stay, and are refused. */
  const bare = (typed: string) =>
    [...money(0).matchAll(/[^\s\d.,]+/g)]
      .reduce((left, [sign]) => left.replaceAll(sign, ''), typed)
      .replace(/[\s'’\p{Sc}]/gu, '')
  const soFar = text ?? ''
  const enter = (typed: string) => {
    const next = bare(typed)
    const nextCents = meant(next)
    const acceptedCents = isMeant(nextCents) ? (nextCents ?? 0) : 0
    setEntered({ text: next, cents: acceptedCents })
    onCents(acceptedCents)
  }
  useLayoutEffect(() => {
    field.current?.setCustomValidity(isRefused ? texts.notMeant : '')
  }, [isRefused, texts])
  /** Shows an amount again that was shown before a scanner typed over it. */
  const goBack = (before: string) => {
    const amount = before.replace(/[^\d.,]/g, '')
    if (amount === before) return enter(amount)
    stopTyping()
    setEntered(undefined)
    onCents(meant(amount) ?? 0)
    field.current?.select()
  }
  /** The first key takes the place of an amount that is there. */
  const select = () => {
    if (isTyping) return
    if (!isRefused) setEntered(undefined)
    field.current?.select()
  }
  const point = number(1.5).charAt(1)
  return (
    <div class="field money-field">
      <label for={id}>{label}</label>
      <input
        ref={field}
        id={id}
        inputMode={hasKeys ? 'none' : 'decimal'}
        autocomplete="off"
        aria-invalid={isRefused}
        aria-describedby={`${id}-trouble`}
        value={shown}
        onFocus={select}
        onClick={select}
        // A click must not move the caret into the selected text
        onMouseUp={(event) => isTyping || event.preventDefault()}
        onBlur={stopTyping}
        onInput={(event) => {
          const { data, inputType } = event as InputEvent
          const { value } = event.currentTarget
          if (inputType === 'insertReplacementText') return goBack(value)
          // The first key takes the place of an amount, wherever the caret is in it
          enter(hasTyped.current || data === null ? value : data)
          hasTyped.current = true
          setTyping(true)
        }}
      />
      <p id={`${id}-trouble`} class="trouble small" role="alert">
        {isRefused && texts.notMeant}
      </p>
      {hasKeys && (
        <div class="keys">
          {[...digits, smallestCents > 1 ? '00' : point, '0'].map((key) => (
            <button key={key} type="button" onClick={() => enter(soFar + key)}>
              {key}
            </button>
          ))}
          <button
            type="button"
            class="plain"
            aria-label={texts.deleteDigit}
            onClick={() => enter(soFar.slice(0, -1))}
          >
            <span aria-hidden="true">⌫</span>
          </button>
        </div>
      )}
    </div>
  )
}
