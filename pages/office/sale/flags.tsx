import { useState } from 'preact/hooks'
import type { SalesReport } from '../../../shared/client/api.ts'
import { useErrorText } from '../../parts/error-text.ts'
import { useFormats } from '../../parts/formats.tsx'
import { pos, type ShopOrder } from '../../parts/pos.ts'
import { useVisit } from '../figures/visit.tsx'
import { useSaleTexts } from './use-texts.ts'

type Flagged = Pick<SalesReport['sales'][number], 'flags' | 'flagsReviewed'>

/** True if nobody has seen yet what is unusual about a sale. */
export const isToLookAt = ({ flags, flagsReviewed }: Flagged): boolean =>
  flags !== undefined && !flagsReviewed

type Props = { readonly sale: ShopOrder; readonly onSeen: () => void }

/** The flags of a sale in words; an administrator says that they were seen. */
export function Flags({ sale, onSeen }: Props) {
  const texts = useSaleTexts()
  const { moment } = useFormats()
  const { user, failed } = useVisit()
  const errorText = useErrorText()
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const { id, flags, flagsReviewed } = sale
  if (!flags) return null
  const review = async () => {
    setBusy(true)
    setTrouble(undefined)
    try {
      await pos.orders.flags({ params: { id }, body: { reviewed: true } })
      onSeen()
    } catch (error) {
      failed(error)
      setTrouble(errorText(error))
    }
    setBusy(false)
  }
  return (
    <section>
      <h3>{texts.toLookAt}</h3>
      <ul>
        {flags.map((flag) => (
          <li key={flag}>{texts.flags[flag]}</li>
        ))}
      </ul>
      {flagsReviewed && (
        <p class="quiet" role="status">
          {texts.seenBy(flagsReviewed.userName, moment(Date.parse(flagsReviewed.at)))}
        </p>
      )}
      {trouble && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
      {!flagsReviewed && user.isAdmin && (
        <div class="actions">
          <button type="button" disabled={isBusy} onClick={() => void review()}>
            {texts.seen}
          </button>
        </div>
      )}
    </section>
  )
}
