import { useEffect, useRef } from 'preact/hooks'
import { receiptOf } from '../../parts/receipt.ts'
import { useTexts } from '../texts/use-texts.ts'
import { usePicture } from './use-picture.ts'

type Props = {
  readonly orderId: string
  /** Title that names the receipt. */
  readonly title: string
  readonly onClose: () => void
}

/** The picture of an order's receipt above the page, until it is closed. */
export function ReceiptDialog({ orderId, title, onClose }: Props) {
  const texts = useTexts()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} class="receipt" aria-label={title} onClose={onClose}>
      <form method="dialog">
        <h2>{title}</h2>
        <button type="submit">{texts.close}</button>
      </form>
      <ReceiptPicture orderId={orderId} />
    </dialog>
  )
}

/** An order's receipt as it is printed. */
export function ReceiptPicture({ orderId }: Pick<Props, 'orderId'>) {
  const texts = useTexts()
  const { url, isMissing } = usePicture((signal) => receiptOf(orderId, signal), orderId)
  return url ? (
    <img src={url} alt={texts.receiptPicture} />
  ) : (
    <p role="status" class={isMissing ? 'trouble' : 'quiet'}>
      {isMissing ? texts.noPicture : texts.loading}
    </p>
  )
}
