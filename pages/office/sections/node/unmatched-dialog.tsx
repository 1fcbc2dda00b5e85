import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { newId } from '../../../../shared/ids.ts'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { MoneyField } from '../../../parts/controls/money-field.tsx'
import { SelectField } from '../../../parts/controls/select-field.tsx'
import { TextArea } from '../../../parts/controls/text-area.tsx'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { useErrorText } from '../../../parts/error-text.ts'
import { useFormats } from '../../../parts/formats.tsx'
import { isRefusal } from '../../../parts/is-refusal.ts'
import { pos, type UnmatchedPayment } from '../../../parts/pos.ts'
import { ConfirmDialog } from '../../controls/confirm-dialog.tsx'
import { Tabs } from '../../controls/tabs.tsx'
import { toCents } from '../../figures/sales.ts'
import { useList } from '../../figures/use-list.ts'
import { useVisit } from '../../figures/visit.tsx'
import { useShop } from '../../shop/shop.tsx'
import { useTexts } from '../../texts/use-texts.ts'
import { useNodeTexts } from './use-texts.ts'

type Props = {
  readonly payment: UnmatchedPayment
  readonly onClose: () => void
  /** Called with what became of it. */
  readonly onDone: (news: string) => void
}

/** The end of the payment, to be confirmed. */
type Asked = {
  readonly title: string
  readonly explained: ComponentChildren
  readonly confirm: string
  /** Does it once under a key. Throws PosError. */
  readonly run: (idempotencyKey: string) => Promise<unknown>
  readonly done: string
}

type FormProps = {
  readonly payment: UnmatchedPayment
  readonly onAsk: (asked: Asked) => void
}

/** Decides what becomes of a payment without a sale. */
export function UnmatchedDialog({ payment, onClose, onDone }: Props) {
  const texts = useNodeTexts()
  const page = useTexts()
  const { moment, money, satoshis } = useFormats()
  const { shop } = useShop()
  const { may, user } = useVisit()
  const errorText = useErrorText()
  const [asked, setAsked] = useState<Asked>()
  const [key, setKey] = useState(newId)
  const ways = [
    ...(shop.isRestaurant && may('orders_settle') ? (['attach'] as const) : []),
    ...(user.isAdmin ? (['sell', 'refund', 'dismiss'] as const) : []),
  ]
  const [way, setWay] = useState<(typeof ways)[number] | undefined>(ways[0])
  const { amountSat, cents, comment, receivedAt } = payment
  const forms = { attach: Attach, sell: Sell, refund: Refund, dismiss: Dismiss }
  const Form = way && forms[way]
  const wordingOf = (error: unknown) => {
    // The key of a refusal would answer the same again
    if (isRefusal(error)) setKey(newId())
    return errorText(error)
  }
  return (
    <Dialog title={texts.paymentOf(moment(Date.parse(receivedAt)))} onClose={onClose}>
      <dl class="details">
        <dt>{page.amount}</dt>
        <dd>{amountSat === null ? page.anyAmount : satoshis(amountSat)}</dd>
        {cents !== undefined && (
          <>
            <dt>{texts.worth}</dt>
            <dd>{money(cents)}</dd>
          </>
        )}
        {comment && (
          <>
            <dt>{texts.comment}</dt>
            <dd>{comment}</dd>
          </>
        )}
      </dl>
      {ways.length > 1 && way && (
        <Tabs
          label={texts.whatBecomes}
          parts={ways.map((id) => ({ id, title: texts.ways[id] }))}
          current={way}
          onChoose={setWay}
        />
      )}
      {Form && (
        <Form
          payment={payment}
          onAsk={(next) => {
            setKey(newId())
            setAsked(next)
          }}
        />
      )}
      {asked && (
        <ConfirmDialog
          title={asked.title}
          confirm={asked.confirm}
          onConfirm={() => asked.run(key)}
          wordingOf={wordingOf}
          onClose={() => setAsked(undefined)}
          onDone={() => onDone(asked.done)}
        >
          {asked.explained}
        </ConfirmDialog>
      )}
    </Dialog>
  )
}

/** Pays an open bill with it. */
function Attach({ payment, onAsk }: FormProps) {
  const texts = useNodeTexts()
  const page = useTexts()
  const { money, time } = useFormats()
  const { value, problem } = useList(openBills)
  const [chosen, setChosen] = useState<string>()
  const worth = useWorth(payment)
  if (!value) return <p class="quiet">{problem ? page.failed : page.loading}</p>
  const bill = value.find(({ id }) => id === chosen) ?? value[0]
  if (!bill) return <p>{texts.noBills}</p>
  const nameOf = ({ table, at, cents }: OpenBill) =>
    [table || texts.withoutTable, time(at), money(cents)].join(' · ')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onAsk({
          title: texts.ways.attach,
          explained: <p>{texts.attachConfirm(money(worth.cents), nameOf(bill))}</p>,
          confirm: texts.attachNow,
          run: (idempotencyKey) =>
            pos.unmatchedPayments.attach({
              params: { hash: payment.paymentHash },
              body: { orderId: bill.id, ...worth.said },
              idempotencyKey,
            }),
          done: texts.isAttached,
        })
      }}
    >
      <SelectField
        label={texts.bill}
        name="bill"
        value={bill.id}
        onChoose={setChosen}
        options={value.map((each) => ({ value: each.id, label: nameOf(each) }))}
      />
      {worth.field}
      <Next isReady={worth.cents > 0} />
    </form>
  )
}

type OpenBill = {
  readonly id: string
  readonly table: string
  readonly at: number
  readonly cents: number
}

/** Reads the bills that are not settled. Throws PosError. */
async function openBills(): Promise<OpenBill[]> {
  const ofStatus = (status: string) => pos.orders.ofStatus({ params: { status } })
  const [open, closed, tables] = await Promise.all([
    ofStatus('open'),
    ofStatus('closed'),
    pos.tables.list().catch(() => []),
  ])
  return [...open, ...closed].map(({ id, tableId, createdAt, total }) => ({
    id,
    table: tables.find((table) => table.id === tableId)?.name ?? '',
    at: Date.parse(createdAt),
    cents: toCents(total),
  }))
}

/** Books a sale of what it is worth, such as a donation or a voucher. */
function Sell({ payment, onAsk }: FormProps) {
  const texts = useNodeTexts()
  const { money } = useFormats()
  const { user } = useVisit()
  const [name, setName] = useState('')
  const worth = useWorth(payment)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const { cents } = worth
        const item = { name: name.trim(), quantity: 1, priceAtOrder: cents }
        onAsk({
          title: texts.ways.sell,
          explained: <p>{texts.sellConfirm(name.trim(), money(cents))}</p>,
          confirm: texts.sellNow,
          run: (idempotencyKey) =>
            pos.unmatchedPayments.attach({
              params: { hash: payment.paymentHash },
              body: {
                sale: { userId: user.userId, items: [item], amount: cents / 100 },
                ...worth.said,
              },
              idempotencyKey,
            }),
          done: texts.isSold,
        })
      }}
    >
      <p class="quiet small">{texts.sellHint}</p>
      <TextField
        label={texts.whatFor}
        name="what-for"
        autocomplete="off"
        pattern=".*\S.*"
        maxLength={100}
        value={name}
        onText={setName}
        required
      />
      {worth.field}
      <Next isReady={worth.cents > 0 && name.trim() !== ''} />
    </form>
  )
}

/** Pays it back, to an invoice of exactly its satoshis. */
function Refund({ payment, onAsk }: FormProps) {
  const texts = useNodeTexts()
  const { satoshis } = useFormats()
  const [invoice, setInvoice] = useState('')
  const { amountSat, paymentHash } = payment
  if (amountSat === null) return <p>{texts.cannotRefund}</p>
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onAsk({
          title: texts.ways.refund,
          explained: <p>{texts.refundConfirm(satoshis(amountSat))}</p>,
          confirm: texts.refundNow(satoshis(amountSat)),
          run: (idempotencyKey) =>
            pos.unmatchedPayments.refund({
              params: { hash: paymentHash },
              body: { invoice: invoice.trim().replace(/^lightning:/i, '') },
              idempotencyKey,
            }),
          done: texts.isRefunded(satoshis(amountSat)),
        })
      }}
    >
      <p class="quiet small">{texts.refundHint(satoshis(amountSat))}</p>
      <TextArea
        label={texts.kinds.invoice}
        name="invoice"
        autocomplete="off"
        value={invoice}
        onText={setInvoice}
      />
      <Next isReady={invoice.trim() !== ''} />
    </form>
  )
}

/** Takes it off the list for good. */
function Dismiss({ payment, onAsk }: FormProps) {
  const texts = useNodeTexts()
  const [reason, setReason] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onAsk({
          title: texts.ways.dismiss,
          explained: <p>{texts.dismissConfirm}</p>,
          confirm: texts.dismissNow,
          run: (idempotencyKey) =>
            pos.unmatchedPayments.dismiss({
              params: { hash: payment.paymentHash },
              body: { reason: reason.trim() },
              idempotencyKey,
            }),
          done: texts.isDismissed,
        })
      }}
    >
      <TextField
        label={texts.reason}
        name="reason"
        autocomplete="off"
        pattern=".*\S.*"
        maxLength={200}
        value={reason}
        onText={setReason}
        required
      />
      <Next isReady={reason.trim() !== ''} />
    </form>
  )
}

function Next({ isReady }: { readonly isReady: boolean }) {
  const texts = useNodeTexts()
  return (
    <div class="actions">
      <button type="submit" class="strong" disabled={!isReady}>
        {texts.next}
      </button>
    </div>
  )
}

/** A hook: the worth of a payment in cents, which somebody says where no rate was kept with it. */
function useWorth({ cents: known }: UnmatchedPayment) {
  const texts = useNodeTexts()
  const { smallestCents } = useShop()
  const [typed, setTyped] = useState(0)
  const cents = known ?? typed
  return {
    cents,
    said: known === undefined ? { cents } : {},
    field: known === undefined && (
      <MoneyField
        label={texts.worth}
        cents={typed}
        onCents={setTyped}
        smallestCents={smallestCents}
      />
    ),
  }
}
