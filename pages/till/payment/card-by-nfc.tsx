import { useEffect, useState } from 'preact/hooks'
import { pos } from '../../parts/pos.ts'
import { useTill } from '../shop/till.tsx'
import { usePaymentTexts } from '../texts/use-texts.ts'
import { lnurlOf, type NfcReader, openNfcReader } from './nfc.ts'

type State = 'off' | 'waiting' | 'charging'

/** Charges a Lightning card that is held to a phone which can read it. */
export function CardByNfc({ quoteId }: { readonly quoteId: string }) {
  const texts = usePaymentTexts()
  const { failed } = useTill()
  const [state, setState] = useState<State>('off')
  const [trouble, setTrouble] = useState<string>()
  const [reader] = useState<NfcReader | undefined>(openNfcReader)

  useEffect(() => {
    if (state === 'off' || !reader) return
    const controller = new AbortController()
    reader.addEventListener('reading', (event) => {
      const lnurl = lnurlOf(event)
      if (lnurl === undefined) return setTrouble(texts.noCard)
      setTrouble(undefined)
      setState('charging')
      pos.quotes.charge({ params: { id: quoteId }, body: { lnurl } }).catch((error) => {
        setTrouble(failed(error))
        setState('waiting')
      })
    })
    reader.addEventListener('readingerror', () => setTrouble(texts.noCard))
    reader.scan({ signal: controller.signal }).catch(() => setState('off'))
    return () => controller.abort()
  }, [state === 'off', reader, quoteId])

  if (!reader) return null
  return (
    <>
      <button
        type="button"
        disabled={state !== 'off'}
        onClick={() => setState('waiting')}
      >
        {state === 'off'
          ? texts.holdCard
          : state === 'waiting'
            ? texts.holdingCard
            : texts.chargingCard}
      </button>
      {trouble && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
    </>
  )
}
