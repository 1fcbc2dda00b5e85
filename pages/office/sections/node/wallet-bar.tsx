import { useState } from 'preact/hooks'
import { useFormats } from '../../../parts/formats.tsx'
import { useAction } from '../../controls/use-action.ts'
import { NewPassword } from './new-password.tsx'
import { useNodeTexts } from './use-texts.ts'
import { useWallet } from './wallet.tsx'

/** Says until when the wallet is open, locks it, and changes its password. */
export function WalletBar() {
  const texts = useNodeTexts()
  const { time } = useFormats()
  const { endsMs, lock } = useWallet()
  const { isBusy, trouble, run } = useAction()
  const [isChanging, setChanging] = useState(false)
  const [said, setSaid] = useState('')
  if (endsMs === undefined) return null
  return (
    <>
      <div class="section-bar">
        <p role="status">
          {texts.walletOpen(time(endsMs))} {said}
        </p>
        <div class="actions">
          <button type="button" onClick={() => setChanging(true)}>
            {texts.changePassword}
          </button>
          <button type="button" disabled={isBusy} onClick={() => void run(lock)}>
            {texts.lockWallet}
          </button>
        </div>
      </div>
      <p class="trouble" role="alert">
        {trouble}
      </p>
      {isChanging && (
        <NewPassword
          onClose={(isChanged) => {
            setChanging(false)
            setSaid(isChanged ? texts.passwordChanged : '')
          }}
        />
      )}
    </>
  )
}
