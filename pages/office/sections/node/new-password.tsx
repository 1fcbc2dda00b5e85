import { useState } from 'preact/hooks'
import { PosError } from '../../../../shared/client/pos-error.ts'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { SecretField } from '../../../parts/controls/secret-field.tsx'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { pos } from '../../../parts/pos.ts'
import { usePartTexts } from '../../../parts/preferences.tsx'
import { useAction } from '../../controls/use-action.ts'
import { useNodeTexts } from './use-texts.ts'
import { useWallet } from './wallet.tsx'

type Props = { readonly onClose: (isChanged: boolean) => void }

/** Changes the role's password of the wallet. */
export function NewPassword({ onClose }: Props) {
  const texts = useNodeTexts()
  const parts = usePartTexts()
  const { asking } = useWallet()
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const { isBusy, trouble, run } = useAction((error) =>
    error instanceof PosError && error.code === 'invalid_credentials'
      ? parts.wrongWalletPassword
      : undefined,
  )
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const body = { currentPassword, newPassword }
    if (await run(() => asking(pos.wallet.changePassword({ body })))) onClose(true)
  }
  return (
    <Dialog title={texts.changePassword} onClose={() => onClose(false)}>
      <form onSubmit={(event) => void submit(event)}>
        <p class="quiet small">{texts.passwordHint}</p>
        <TextField
          label={texts.presentPassword}
          name="present-password"
          type="password"
          autocomplete="off"
          value={currentPassword}
          onText={setCurrent}
          required
        />
        <SecretField
          label={texts.newPassword}
          name="new-password"
          autocomplete="new-password"
          value={newPassword}
          onText={setNew}
          pattern=".*\S.*"
          maxLength={200}
          required
        />
        <p class="trouble" role="alert">
          {trouble}
        </p>
        <div class="actions">
          <button type="submit" class="strong" disabled={isBusy}>
            {texts.changePassword}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
