import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { usePartTexts } from '../preferences.tsx'

type Props = {
  /** Label with the name of the PIN's owner. */
  readonly label: string
  readonly trouble: string | undefined
  readonly isBusy: boolean
  readonly onPin: (pin: string) => void
  /** Purpose of the PIN, on the button; to log in by default. */
  readonly action?: string
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/**
 * A PIN by tapping or typing. PINs may have letters, for which touch screens show their
 * keyboard on demand.
 */
export function PinPad({ label, trouble, isBusy, onPin, action }: Props) {
  const texts = usePartTexts()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [pin, setPin] = useState('')
  const [hasLetters, setHasLetters] = useState(false)
  useLayoutEffect(() => field.current?.focus(), [hasLetters])
  useLayoutEffect(() => {
    if (trouble) field.current?.focus()
  }, [trouble])

  const enter = (event: SubmitEvent) => {
    event.preventDefault()
    if (pin === '' || isBusy) return
    setPin('')
    onPin(pin)
  }
  return (
    <form class="pin-pad" onSubmit={enter}>
      <label for={id}>{label}</label>
      <input
        ref={field}
        id={id}
        type="password"
        autocomplete="off"
        inputMode={hasLetters ? 'text' : 'none'}
        value={pin}
        onInput={({ currentTarget }) => setPin(currentTarget.value)}
      />
      <p class="trouble" role="alert">
        {trouble}
      </p>
      <div class="keys">
        {digits.map((digit) => (
          <button key={digit} type="button" onClick={() => setPin(pin + digit)}>
            {digit}
          </button>
        ))}
        <button
          type="button"
          class="plain"
          aria-label={texts.deleteDigit}
          onClick={() => setPin(pin.slice(0, -1))}
        >
          <span aria-hidden="true">⌫</span>
        </button>
        <button type="button" onClick={() => setPin(`${pin}0`)}>
          0
        </button>
        <button type="button" class="plain" onClick={() => setHasLetters(!hasLetters)}>
          {hasLetters ? '123' : 'ABC'}
        </button>
      </div>
      <button type="submit" class="strong" disabled={isBusy || pin === ''}>
        {action ?? (isBusy ? texts.loggingIn : texts.logIn)}
      </button>
    </form>
  )
}
