import { useState } from 'preact/hooks'
import { dayAt } from '../../../shared/platform/time/clock.ts'
import { Dialog } from '../../parts/controls/dialog.tsx'
import { CorrectionForm, isCorrectable } from '../../parts/correction/correction-form.tsx'
import { useCorrectionTexts } from '../../parts/correction/use-texts.ts'
import { useErrorText } from '../../parts/error-text.ts'
import { useFormats } from '../../parts/formats.tsx'
import { pos, type ShopOrder } from '../../parts/pos.ts'
import { isGivenBack } from '../../parts/refund/refund.ts'
import { RefundForm } from '../../parts/refund/refund-form.tsx'
import { methodName } from '../figures/method-name.ts'
import { ReceiptPicture } from '../figures/receipt-dialog.tsx'
import { toCents } from '../figures/sales.ts'
import { useList } from '../figures/use-list.ts'
import { useVisit } from '../figures/visit.tsx'
import { useShop } from '../shop/shop.tsx'
import { useTexts } from '../texts/use-texts.ts'
import { Flags } from './flags.tsx'
import { PrintButton } from './print-button.tsx'
import { useSaleTexts } from './use-texts.ts'

type Props = {
  readonly id: string
  /** As its receipt has it; blank without one. */
  readonly number: string
  /** Time of the sale, in Unix ms. */
  readonly atMs: number
  readonly onClose: () => void
  /** Called after money of it went back, and after its flags were seen. */
  readonly onChanged: () => void
}

/** A sale: how it was paid, what went back, and its receipt, to be printed again or given back. */
export function SaleDialog({ id, number, atMs, onClose, onChanged }: Props) {
  const texts = useSaleTexts()
  const page = useTexts()
  const { moment, dayOffsetAt } = useFormats()
  const { shop, smallestCents } = useShop()
  const { may, failed } = useVisit()
  const errorText = useErrorText()
  const { title: paidOtherwise } = useCorrectionTexts()
  const [isRefunding, setRefunding] = useState(false)
  const [isCorrecting, setCorrecting] = useState(false)
  const { value, problem, readAgain } = useList(async () => {
    // Days of a shop without a zone are those of UTC, not of this device
    const spareMs = shop.timeZone === null ? 86_400_000 : 0
    const query = {
      startDate: dayAt(atMs - spareMs, dayOffsetAt),
      endDate: dayAt(atMs + spareMs, dayOffsetAt),
    }
    const mayRefund = may('orders_refund') && may('shifts_read')
    const [orders, shift] = await Promise.all([
      pos.orders.withPayments({ query }),
      mayRefund ? pos.shifts.open() : undefined,
    ])
    const sale = orders.find((order) => order.id === id) ?? null
    return { sale, isWithoutShift: shift === null }
  })
  const { sale, isWithoutShift = false } = value ?? {}
  const place = {
    failed: (error: unknown) => {
      failed(error)
      return errorText(error)
    },
  }
  const title = number === '' ? texts.saleAt(moment(atMs)) : page.receiptOf(number)
  return (
    <Dialog title={title} onClose={onClose}>
      {problem && <p class="trouble">{texts.unread}</p>}
      {!problem && value === undefined && <p class="quiet">{page.loading}</p>}
      {sale === null && <p>{texts.deletedSale}</p>}
      {sale && <Details sale={sale} atMs={atMs} />}
      {sale && (
        <Flags
          sale={sale}
          onSeen={() => {
            void readAgain()
            onChanged()
          }}
        />
      )}
      {sale && may('orders_refund') && !isGivenBack(sale) && (
        <div class="actions">
          <button type="button" onClick={() => setRefunding(true)}>
            {texts.refund}
          </button>
          {isCorrectable(sale) && (
            <button type="button" onClick={() => setCorrecting(true)}>
              {paidOtherwise}
            </button>
          )}
        </div>
      )}
      {sale && isCorrecting && (
        <Dialog title={`${paidOtherwise}: ${title}`} onClose={() => setCorrecting(false)}>
          <CorrectionForm
            sale={sale}
            {...place}
            onCorrected={() => {
              setCorrecting(false)
              void readAgain()
              onChanged()
            }}
          />
        </Dialog>
      )}
      {sale && isRefunding && (
        <Dialog title={`${texts.refund}: ${title}`} onClose={() => setRefunding(false)}>
          <RefundForm
            sale={sale}
            place={place}
            smallestCents={smallestCents}
            isWithoutShift={isWithoutShift}
            onBack={() => setRefunding(false)}
            onRefunded={() => {
              setRefunding(false)
              void readAgain()
              onChanged()
            }}
          />
        </Dialog>
      )}
      {/* A long receipt is scrolled, by keys too */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section class="paper" aria-label={title} tabIndex={0}>
        {sale !== undefined && (
          <ReceiptPicture
            key={JSON.stringify([sale?.refunds.length, sale?.tenders])}
            orderId={id}
          />
        )}
      </section>
      <PrintButton
        label={texts.printAgain}
        print={() =>
          pos.printers.print({ body: { printerType: 'CUSTOMER', orderId: id } })
        }
      />
    </Dialog>
  )
}

type DetailsProps = { readonly sale: ShopOrder; readonly atMs: number }

function Details({ sale, atMs }: DetailsProps) {
  const texts = useSaleTexts()
  const page = useTexts()
  const { money, moment } = useFormats()
  const tipCents = toCents(sale.tipAmount)
  return (
    <>
      <dl class="details">
        <dt>{page.time}</dt>
        <dd>{moment(atMs)}</dd>
        <dt>{page.by}</dt>
        <dd>{sale.userName}</dd>
        {sale.tenders.map(({ paymentMethodId, paymentMethod, amountCents }, at) => (
          <PaidBy
            key={`${paymentMethodId} ${at}`}
            name={methodName(paymentMethod, page)}
            amount={money(amountCents)}
          />
        ))}
        {tipCents > 0 && <PaidBy name={texts.tipIncluded} amount={money(tipCents)} />}
        {sale.discountAmount > 0 && (
          <PaidBy name={texts.discounts} amount={money(-sale.discountAmount)} />
        )}
      </dl>
      {sale.refunds.length > 0 && (
        <ul class="rows" aria-label={texts.refundsOfSales}>
          {sale.refunds.map((refund) => (
            <li key={refund.id}>
              <span class="when">{moment(Date.parse(refund.refundedAt))}</span>
              <span class="what">
                {[
                  refund.receiptNumber,
                  methodName(refund.paymentMethod, page),
                  refund.userName,
                  refund.reason,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <strong class="figure">
                {money(refund.roundingCents - refund.amountCents)}
              </strong>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const PaidBy = ({ name, amount }: { readonly name: string; readonly amount: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{amount}</dd>
  </>
)
