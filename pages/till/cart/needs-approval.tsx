import { useTill } from '../shop/till.tsx'
import { useSellTexts } from '../texts/use-texts.ts'

/**
 * Marks a discount or another price, and sums that contain them, for people who may not give
 * them: a colleague approves them when they are paid.
 */
export function NeedsApproval({ isReduced }: { readonly isReduced: boolean }) {
  const texts = useSellTexts()
  const { may } = useTill()
  if (!isReduced || may('orders_discount')) return null
  return <span class="badge pending">{texts.notApproved}</span>
}
