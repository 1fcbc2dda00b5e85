import { useFormats } from '../../../parts/formats.tsx'
import { pos, type UnmatchedPayment } from '../../../parts/pos.ts'
import { useReading } from '../../figures/reading.ts'
import { Card } from '../../figures/section.tsx'
import { waiting } from '../../figures/unmatched.ts'
import { useVisit } from '../../figures/visit.tsx'
import { useTexts } from '../../texts/use-texts.ts'

const shownAtOnce = 5

/** Payments that no sale knows; nothing while there are none. */
export function Unmatched() {
  const texts = useTexts()
  const { satoshis } = useFormats()
  const { nowMs } = useVisit()
  const { value = [] } = useReading((signal) => pos.unmatchedPayments.list({ signal }), {
    needs: 'payments_read',
    pace: 'often',
    look: 'always',
  })
  const payments = waiting(value, nowMs)
  if (payments.length === 0) return null
  const total = payments.reduce((sum, { amountSat }) => sum + (amountSat ?? 0), 0)
  return (
    <Card title={texts.unmatched} area="unmatched">
      <p>
        <strong>{texts.unmatchedInAll(payments.length, satoshis(total))}</strong>
      </p>
      <p class="quiet small">{texts.unmatchedWhatToDo}</p>
      <ul class="rows">
        {payments.slice(0, shownAtOnce).map((payment) => (
          <Row key={payment.paymentHash} payment={payment} />
        ))}
      </ul>
      {payments.length > shownAtOnce && (
        <p class="quiet small">{texts.more(payments.length - shownAtOnce)}</p>
      )}
    </Card>
  )
}

function Row({ payment }: { readonly payment: UnmatchedPayment }) {
  const texts = useTexts()
  const { moment, money, satoshis } = useFormats()
  const { receivedAt, amountSat, cents, comment } = payment
  return (
    <li>
      <span class="when">{moment(Date.parse(receivedAt))}</span>
      <span class="what">{comment ?? (cents === undefined ? '' : money(cents))}</span>
      <strong class="figure">
        {amountSat === null ? texts.anyAmount : satoshis(amountSat)}
      </strong>
    </li>
  )
}
