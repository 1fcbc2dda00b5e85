import { useEffect, useState } from 'preact/hooks'
import { receiptOf } from '../../../parts/receipt.ts'
import { useTill } from '../../shop/till.tsx'
import { usePastSalesTexts } from '../../texts/use-texts.ts'

/** The receipt of an order as its printer prints it. */
export function ReceiptPicture({ orderId }: { readonly orderId: string }) {
  const texts = usePastSalesTexts()
  const { failed } = useTill()
  const [url, setUrl] = useState<string>()
  const [trouble, setTrouble] = useState<string>()
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    let drawn: string | undefined
    receiptOf(orderId, signal).then(
      (blob) => {
        if (signal.aborted) return
        drawn = URL.createObjectURL(blob)
        setUrl(drawn)
      },
      (error: unknown) => {
        if (signal.aborted) return
        failed(error)
        setTrouble(texts.noPicture)
      },
    )
    return () => {
      controller.abort()
      if (drawn) URL.revokeObjectURL(drawn)
    }
  }, [orderId, failed, texts])
  if (url) return <img class="receipt" src={url} alt={texts.receiptPicture} />
  return (
    <p role="status" class={trouble ? 'trouble' : 'quiet'}>
      {trouble ?? texts.loading}
    </p>
  )
}
