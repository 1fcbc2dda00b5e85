import type { ComponentChildren, RefObject } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { logIn as logInAtShop } from './failed-logins.tsx'
import { loginTrouble } from './login-trouble.ts'
import type { Me } from './pos.ts'
import { PreferenceButtons } from './preference-buttons.tsx'
import { usePartTexts } from './preferences.tsx'

type Props = {
  /** Name of the shop if it is public, else the page's name. */
  readonly title: string
  /** The names of its users, where they are public. */
  readonly names: readonly string[]
  readonly note: string | undefined
  readonly onLogin: (me: Me) => void
  /** Throws PosError; at the shop if it is left out. */
  readonly logIn?: (body: { name: string; pin: string }) => Promise<Me>
  /** Alternatives to the login. */
  readonly children?: ComponentChildren
}

/** Name and PIN. */
export function Login({ title, names, note, onLogin, children, ...props }: Props) {
  const { logIn = logInAtShop } = props
  const texts = usePartTexts()
  const [trouble, setTrouble] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const pinId = useId()
  const pinField = useRef<HTMLInputElement>(null)

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget as HTMLFormElement)
    const body = Object.fromEntries(fields) as { name: string; pin: string }
    setBusy(true)
    setTrouble(undefined)
    try {
      onLogin(await logIn(body))
    } catch (error) {
      setTrouble(loginTrouble(error, texts))
      setBusy(false)
      pinField.current?.select()
    }
  }

  return (
    <div class="gate">
      <PreferenceButtons />
      <main class="card">
        <h1>{title}</h1>
        <form onSubmit={(event) => void submit(event)}>
          <NameField names={names} />
          <div class="field">
            <label for={pinId}>{texts.pin}</label>
            <input
              ref={pinField}
              id={pinId}
              name="pin"
              type="password"
              autocomplete="current-password"
              required
            />
          </div>
          <p class="trouble" role="alert">
            {trouble ?? note}
          </p>
          <button type="submit" class="strong" disabled={isBusy}>
            {isBusy ? texts.loggingIn : texts.logIn}
          </button>
        </form>
        {children}
      </main>
    </div>
  )
}

function NameField({ names }: { readonly names: readonly string[] }) {
  const texts = usePartTexts()
  const id = useId()
  const field = useRef<HTMLElement>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  return (
    <div class="field">
      <label for={id}>{texts.name}</label>
      {names.length > 0 ? (
        <select ref={field as RefObject<HTMLSelectElement>} id={id} name="name" required>
          <option value="">{texts.chooseName}</option>
          {names.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      ) : (
        <input
          ref={field as RefObject<HTMLInputElement>}
          id={id}
          name="name"
          autocomplete="username"
          autocapitalize="none"
          spellcheck={false}
          required
        />
      )}
    </div>
  )
}
