import { useCallback, useEffect, useState } from 'preact/hooks'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { pos, type UnmatchedPayment } from '../../../parts/pos.ts'
import { useRefundTexts } from '../../../parts/refund/use-texts.ts'
import { useApproval } from '../../approval/approval-provider.tsx'
import { NotApproved } from '../../approval/ask.ts'
import { useTill } from '../../shop/till.tsx'
import { usePastSalesTexts } from '../../texts/use-texts.ts'
import { OpenBills } from './open-bills.tsx'
import { SellForPayment } from './sell-for-payment.tsx'

type Step = 'sell' | 'attach' | 'pay-back' | 'dismiss'

type Props = {
  /** Called when one of them was used. */
  readonly onChanged: () => void
}

/** Lists payments without a sale, and the actions for each; nothing while there are none. */
export function Unmatched({ onChanged }: Props) {
  const texts = usePastSalesTexts()
  const { shop, user, may, failed } = useTill()
  const [payments, setPayments] = useState<readonly UnmatchedPayment[]>([])
  const [done, setDone] = useState<string>()
  const [asked, setAsked] = useState<{ payment: UnmatchedPayment; step: Step }>()
  const read = useCallback(
    () =>
      pos.unmatchedPayments
        .list()
        .then(setPayments, (error: unknown) => void failed(error)),
    [failed],
  )
  useEffect(() => void read(), [read])
  const finish = (text: string) => {
    setAsked(undefined)
    setDone(text)
    void read()
    onChanged()
  }
  const steps: readonly (readonly [Step, string])[] = [
    ...(shop.settings.businessType === 'restaurant' && may('orders_read')
      ? [['attach', texts.attach] as const]
      : []),
    ...(user.isAdmin
      ? ([
          ['sell', texts.sellFor],
          ['pay-back', texts.payBack],
          ['dismiss', texts.dismiss],
        ] as const)
      : []),
  ]
  if (payments.length === 0) return done ? <p role="status">{done}</p> : null
  return (
    <section class="card">
      <h2>{texts.unmatched}</h2>
      <p class="quiet">{texts.unmatchedHint}</p>
      <p role="status">{done}</p>
      <ul class="unmatched">
        {payments.map((payment) => (
          <li key={payment.paymentHash}>
            <PaymentRow payment={payment} />
            <span class="actions">
              {steps.map(([step, label]) => (
                <button
                  key={step}
                  type="button"
                  onClick={() => setAsked({ payment, step })}
                >
                  {label}
                </button>
              ))}
            </span>
          </li>
        ))}
      </ul>
      {asked && (
        <StepDialog {...asked} onClose={() => setAsked(undefined)} onDone={finish} />
      )}
    </section>
  )
}

function PaymentRow({ payment }: { readonly payment: UnmatchedPayment }) {
  const { moment } = useFormats()
  const amountText = useAmountText()
  const { receivedAt, comment } = payment
  return (
    <span class="payment">
      <strong>{amountText(payment)}</strong>
      <span class="quiet">{moment(Date.parse(receivedAt))}</span>
      {comment && <span class="what">{comment}</span>}
    </span>
  )
}

/** Such as "1,234 sat ≈ $1.23". */
function useAmountText() {
  const { anyAmount } = usePastSalesTexts()
  const { money, satoshis } = useFormats()
  return ({ amountSat, cents }: UnmatchedPayment): string => {
    const amount = amountSat === null ? anyAmount : satoshis(amountSat)
    return cents === undefined ? amount : `${amount} ≈ ${money(cents)}`
  }
}

type StepProps = {
  readonly payment: UnmatchedPayment
  readonly step: Step
  readonly onClose: () => void
  readonly onDone: (text: string) => void
}

function StepDialog({ payment, step, onClose, onDone }: StepProps) {
  const texts = usePastSalesTexts()
  const { failed } = useTill()
  const approvalFor = useApproval()
  const amountText = useAmountText()
  const [entered, setEntered] = useState('')
  const words = useRefundTexts()
  const [trouble, setTrouble] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const params = { hash: payment.paymentHash }
  const act = async (done: string, call: () => Promise<unknown>) => {
    setBusy(true)
    setTrouble(undefined)
    try {
      await call()
      onDone(done)
    } catch (error) {
      setBusy(false)
      if (!(error instanceof NotApproved)) setTrouble(failed(error))
    }
  }
  const attach = (orderId: string, bill: string) => {
    const approval = approvalFor(
      'orders_settle',
      texts.attachTo(amountText(payment), bill),
    )
    return act(texts.attached, () =>
      pos.unmatchedPayments.attach({
        params,
        body: { orderId },
        ...(approval && { approval }),
      }),
    )
  }
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    void (step === 'dismiss'
      ? act('', () =>
          pos.unmatchedPayments.dismiss({ params, body: { reason: entered } }),
        )
      : act(texts.paidBack, () =>
          pos.unmatchedPayments.refund({ params, body: { invoice: entered.trim() } }),
        ))
  }
  const isDismissed = step === 'dismiss'
  const title = {
    sell: texts.sellFor,
    attach: texts.attach,
    'pay-back': texts.payBack,
    dismiss: texts.dismiss,
  }
  return (
    <Dialog title={title[step]} onClose={onClose}>
      <PaymentRow payment={payment} />
      <p class="trouble" role="alert">
        {trouble}
      </p>
      {step === 'attach' ? (
        <OpenBills isBusy={isBusy} onBill={(...bill) => void attach(...bill)} />
      ) : step === 'sell' ? (
        <SellForPayment payment={payment} onSold={onDone} />
      ) : (
        <form onSubmit={send}>
          <TextField
            label={isDismissed ? words.reason : words.invoice}
            hint={isDismissed ? texts.dismissHint : words.invoiceHint}
            name="entered"
            takesCodes={!isDismissed}
            autocomplete="off"
            value={entered}
            onText={setEntered}
            required
          />
          <button type="submit" class="strong" disabled={isBusy}>
            {title[step]}
          </button>
        </form>
      )}
    </Dialog>
  )
}
