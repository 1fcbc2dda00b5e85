import { useFormats } from '../../../parts/formats.tsx'
import { type LivePayment, useLivePayments } from '../../figures/live-payments.ts'
import type { Days } from '../../figures/orders.ts'
import { Card } from '../../figures/section.tsx'
import { useTexts } from '../../texts/use-texts.ts'

const shownAtOnce = 8

/** Today's Lightning payments, each the moment it arrives. */
export function Payments({ days: { today } }: { readonly days: Days }) {
  const texts = useTexts()
  const { satoshis } = useFormats()
  const payments = useLivePayments(today)
  const total = payments.reduce((sum, { amountSat = 0 }) => sum + amountSat, 0)
  const [latest] = payments.filter(({ isNew }) => isNew)
  const amountOf = ({ amountSat }: LivePayment) =>
    amountSat === undefined ? texts.anyAmount : satoshis(amountSat)
  return (
    <Card title={texts.payments} area="payments">
      <p class="for-screen-readers" role="status">
        {latest && texts.received(amountOf(latest))}
      </p>
      {payments.length === 0 ? (
        <p class="quiet">{texts.noPayments}</p>
      ) : (
        <>
          <p class="quiet small">
            {texts.paymentsToday(payments.length, satoshis(total))}
          </p>
          <ul class="rows">
            {payments.slice(0, shownAtOnce).map((payment) => (
              <PaymentRow
                key={payment.key}
                payment={payment}
                amount={amountOf(payment)}
              />
            ))}
          </ul>
          {payments.length > shownAtOnce && (
            <p class="quiet small">{texts.more(payments.length - shownAtOnce)}</p>
          )}
        </>
      )}
    </Card>
  )
}

type RowProps = { readonly payment: LivePayment; readonly amount: string }

function PaymentRow({ payment: { atMs, note, isNew }, amount }: RowProps) {
  const texts = useTexts()
  const { time } = useFormats()
  return (
    <li class={isNew ? 'new' : ''}>
      <span class="when">{time(atMs)}</span>
      <span class="what">
        {note}
        {isNew && <span class="badge good">{texts.newPayment}</span>}
      </span>
      <strong class="figure">{amount}</strong>
    </li>
  )
}
