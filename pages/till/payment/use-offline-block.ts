import type { Business } from '../../../shared/client/api.ts'
import { useFormats } from '../../parts/formats.tsx'
import { useUnsent } from '../sales/unsent.ts'
import { useOwnTill } from '../shop/own-till-provider.tsx'
import { useTill } from '../shop/till.tsx'
import { usePaymentTexts } from '../texts/use-texts.ts'
import type { Payable } from './payable.ts'

/** Says why a payment needs the internet; undefined where it does not, and without a till. */
export function useOfflineBlock(
  { needs, receipt }: Payable,
  totalCents: number,
): string | undefined {
  const texts = usePaymentTexts()
  const { money } = useFormats()
  const { shop, may } = useTill()
  const { own } = useOwnTill()
  const unsent = useUnsent()
  if (!own) return undefined
  // A shop of a release before says nothing of it
  const settings: Partial<Business> = shop.settings
  const { offlineSelling = true, offlineMaxSaleCents, offlineMaxTotalCents } = settings
  if (!receipt) return texts.billNeedsCloud
  if (!offlineSelling) return texts.offlineOff
  if (needs && !may(needs)) return texts.approvalNeedsCloud
  if (offlineMaxSaleCents && totalCents > offlineMaxSaleCents) {
    return texts.offlineMaxSale(money(offlineMaxSaleCents))
  }
  if (offlineMaxTotalCents && unsent.cents + totalCents > offlineMaxTotalCents) {
    return texts.offlineMaxTotal(money(offlineMaxTotalCents))
  }
  return undefined
}
