import type { PayCode } from '../../../../shared/client/api.ts'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { pos } from '../../../parts/pos.ts'
import { usePicture } from '../../figures/use-picture.ts'
import { PrintButton } from '../../sale/print-button.tsx'
import { useShop } from '../../shop/shop.tsx'
import { useTexts } from '../../texts/use-texts.ts'
import { useNodeTexts } from './use-texts.ts'

type Props = {
  readonly code: PayCode
  readonly address: string | undefined
  readonly asksFor: string
  readonly onClose: () => void
}

/** The card of a code, to be printed and put up. */
export function PayCodeCard({ code: { id, name }, address, asksFor, onClose }: Props) {
  const texts = useNodeTexts()
  const page = useTexts()
  const { shop } = useShop()
  const { url, isMissing } = usePicture(
    (signal) => pos.payCodes.qr({ params: { id }, signal }),
    id,
  )
  return (
    <Dialog title={texts.cardOf(name)} onClose={onClose}>
      <div class="pay-card">
        <h3>{shop.name}</h3>
        {url ? (
          <img src={url} alt={texts.qrOf(name)} />
        ) : (
          <p role="status" class={isMissing ? 'trouble' : 'quiet'}>
            {isMissing ? texts.qrMissing : page.loading}
          </p>
        )}
        <p>
          <strong>{texts.payWithBitcoin}</strong> <span class="block">{asksFor}</span>
        </p>
        {address && <p class="address">{address}</p>}
      </div>
      <div class="actions">
        <button type="button" disabled={!url} onClick={() => print()}>
          {texts.printCard}
        </button>
      </div>
      <PrintButton
        label={texts.printOnReceipts}
        print={() => pos.printers.payCode({ params: { id } })}
      />
    </Dialog>
  )
}
