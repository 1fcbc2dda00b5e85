import { useState } from 'preact/hooks'
import { taxLabel } from '../../../shared/platform/money/tax-label.ts'
import { Qr } from '../../parts/controls/qr.tsx'
import { useFormats } from '../../parts/formats.tsx'
import { methods } from '../../parts/payment-methods.ts'
import { type OfflinePending, receiptNumberOf } from '../sales/pending-sale.ts'
import { useTill } from '../shop/till.tsx'
import { usePaymentTexts } from '../texts/use-texts.ts'

/** More letters make a code that phones read badly. */
const maxInCode = 900

/** The receipt of a sale that the shop does not know yet: as text, as a code, and by the browser's print. */
export function OfflineReceipt({ sale }: { readonly sale: OfflinePending }) {
  const texts = usePaymentTexts()
  const [isShown, setShown] = useState(false)
  const lines = useReceiptLines(sale)
  const text = lines.join('\n')
  return (
    <>
      <p class="quiet">{texts.offline}</p>
      <pre class={isShown ? 'offline-receipt' : 'offline-receipt on-paper'}>{text}</pre>
      {isShown && text.length <= maxInCode && (
        <Qr text={text} label={texts.receiptCode} />
      )}
      <div class="actions">
        {!isShown && (
          <button type="button" onClick={() => setShown(true)}>
            {texts.showReceipt}
          </button>
        )}
        <button type="button" onClick={() => print()}>
          {texts.printHere}
        </button>
      </div>
    </>
  )
}

function useReceiptLines(sale: OfflinePending): readonly string[] {
  const texts = usePaymentTexts()
  const { money, day, time } = useFormats()
  const { settings } = useTill().shop
  const { receipt, changeCents } = sale
  const soldMs = Date.parse(receipt.soldAt)
  const row = (name: string, cents: number) => `${name}  ${money(cents)}`
  const { discountAmount, roundingCents, tipAmount } = receipt
  const paid = receipt.tenders.map(({ paymentMethodId, amountCents, givenCents }) => {
    const method = Object.entries(methods).find(([, id]) => id === paymentMethodId)
    const name = texts[(method?.[0] ?? 'cash') as keyof typeof methods]
    return row(name, givenCents ?? amountCents)
  })
  return [
    settings.businessName,
    ...[settings.businessAddress, settings.businessTaxId].filter((each) => each !== null),
    texts.receipt(receiptNumberOf(sale)),
    `${day(soldMs)} ${time(soldMs)}`,
    '',
    ...receipt.items.flatMap(({ name, quantity, priceAtOrder, discountCents }) => [
      row(quantity === 1 ? name : `${quantity} × ${name}`, quantity * priceAtOrder),
      ...(discountCents ? [row(`  ${texts.discount}`, -discountCents)] : []),
    ]),
    ...(discountAmount ? [row(texts.discount, -discountAmount)] : []),
    ...(tipAmount ? [row(texts.tip, Math.round(tipAmount * 100))] : []),
    ...(roundingCents ? [row(texts.rounding, roundingCents)] : []),
    row(texts.total, sale.totalCents + (roundingCents ?? 0)),
    ...receipt.taxes.map(({ name, ratePercent, taxCents }) =>
      row(
        `${receipt.pricesIncludeTax ? texts.included : ''}${taxLabel(name, `${ratePercent} %`)}`,
        taxCents,
      ),
    ),
    '',
    ...paid,
    ...(changeCents > 0 ? [row(texts.change, changeCents)] : []),
    ...(receipt.ticketNotes ? ['', receipt.ticketNotes] : []),
  ]
}
