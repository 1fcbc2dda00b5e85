import { useFormats } from '../../parts/formats.tsx'
import { usePaymentTexts } from '../texts/use-texts.ts'
import type { Payable } from './payable.ts'

/** Describes the part of a payment that a colleague has to approve; blank for none. */
export function useApprovalText(
  { title, dueCents, needs, reduction }: Payable,
  tipCents: number,
): string {
  const texts = usePaymentTexts()
  const { money, number } = useFormats()
  const { discountCents, costCents, prices } = reduction ?? nothing
  const percent = number(Math.round((1_000 * discountCents) / costCents) / 10)
  return [
    needs === 'orders_settle' && texts.settling(title ?? '', money(dueCents + tipCents)),
    discountCents > 0 &&
      texts.discountOf(money(discountCents), percent, money(costCents)),
    ...prices.map(({ name, unitCents, listedCents }) =>
      texts.priceOf(name, money(unitCents), money(listedCents)),
    ),
  ]
    .filter(Boolean)
    .join(' ')
}

const nothing = { discountCents: 0, costCents: 0, prices: [] }
