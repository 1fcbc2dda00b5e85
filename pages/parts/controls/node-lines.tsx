import { useState } from 'preact/hooks'
import { PosError } from '../../../shared/client/pos-error.ts'
import { pos } from '../pos.ts'
import { usePartTexts } from '../preferences.tsx'
import { TextField } from './text-field.tsx'

/**
 * The lines of phoenix.conf that a node of the shop needs, with the shop's own values. The secret of
 * its webhook takes a wallet session, which ends with it.
 */
export function NodeLines() {
  const texts = usePartTexts()
  const [password, setPassword] = useState<string>()
  const [lines, setLines] = useState<string>()
  const [trouble, setTrouble] = useState<string>()
  const show = async (event: SubmitEvent) => {
    event.preventDefault()
    setTrouble(undefined)
    try {
      await pos.wallet.open({ body: { password: password ?? '' } })
      const { webhookSecret } = await pos.wallet.webhookSecret()
      await pos.wallet.close()
      setLines(linesOf(location.origin, webhookSecret ?? ''))
      setPassword(undefined)
    } catch (error) {
      const isWrong = error instanceof PosError && error.code === 'invalid_credentials'
      setTrouble(isWrong ? texts.wrongWalletPassword : texts.loginFailed)
    }
  }
  if (lines !== undefined) {
    return (
      <div role="status">
        <p>{texts.nodeLinesHint}</p>
        <pre>
          <code>{lines}</code>
        </pre>
      </div>
    )
  }
  if (password === undefined) {
    return (
      <button type="button" onClick={() => setPassword('')}>
        {texts.nodeLines}
      </button>
    )
  }
  return (
    <form onSubmit={(event) => void show(event)}>
      <TextField
        label={texts.walletPassword}
        name="wallet-password"
        type="password"
        autocomplete="off"
        value={password}
        onText={setPassword}
        required
      />
      <button type="submit">{texts.show}</button>
      <p class="trouble" role="alert">
        {trouble}
      </p>
    </form>
  )
}

const linesOf = (origin: string, webhookSecret: string) =>
  [
    `http-password=${newPassword()}`,
    `http-password-limited-access=${newPassword()}`,
    `webhook=${origin}/webhook/phoenixd`,
    `webhook-secret=${webhookSecret}`,
  ].join('\n')

/** Of hexadecimal digits: the node cuts a value at its last `=`. */
const newPassword = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
