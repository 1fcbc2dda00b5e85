import { useState } from 'preact/hooks'
import { PosError } from '../../../../shared/client/pos-error.ts'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { usePartTexts } from '../../../parts/preferences.tsx'
import { useAction } from '../../controls/use-action.ts'
import { useNodeTexts } from './use-texts.ts'
import { useWallet } from './wallet.tsx'

/** Asks for the role's password, which opens the wallet for some minutes. */
export function WalletDoor() {
  const texts = useNodeTexts()
  const parts = usePartTexts()
  const { open } = useWallet()
  const [password, setPassword] = useState('')
  const { isBusy, trouble, run } = useAction((error) =>
    error instanceof PosError && error.code === 'invalid_credentials'
      ? parts.wrongWalletPassword
      : undefined,
  )
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void run(() => open(password))
  }
  return (
    <form onSubmit={submit}>
      <p class="quiet">{texts.doorHint}</p>
      <TextField
        label={parts.walletPassword}
        name="wallet-password"
        type="password"
        autocomplete="off"
        value={password}
        onText={setPassword}
        required
      />
      <p class="trouble" role="alert">
        {trouble}
      </p>
      <div class="actions">
        <button type="submit" class="strong" disabled={isBusy}>
          {texts.openWallet}
        </button>
      </div>
    </form>
  )
}
