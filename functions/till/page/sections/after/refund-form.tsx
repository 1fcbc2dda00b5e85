import { useEffect, useRef, useState } from 'preact/hooks'
import { Choice } from '../../../../../page-parts/controls/choice.tsx'
import { MoneyField } from '../../../../../page-parts/controls/money-field.tsx'
import { TextField } from '../../../../../page-parts/controls/text-field.tsx'
import { useFormats } from '../../../../../page-parts/formats.tsx'
import type { ShopOrder } from '../../../../../page-parts/pos.ts'
import type { Refund, StoreRefundRequest } from '../../../../../shared/client/api.ts'
import { useApproval } from '../../approval/approval-provider.tsx'
import { NotApproved } from '../../approval/ask.ts'
import { methods } from '../../pay/tenders.ts'
import { useTill } from '../../shop/till.tsx'
import {
  centsLeft,
  centsOf,
  giveBack,
  itemsOf,
  type RefundToGive,
  refundToGive,
  type SoldLine,
  soldLines,
} from './refund.ts'
import { type Way, waysOf } from './refund-way.ts'
import { Units } from './units.tsx'
import { useAfterTexts } from './use-after-texts.ts'

type Props = {
  readonly sale: ShopOrder
  readonly onBack: () => void
  readonly onRefunded: (refund: Refund) => void
}

type What = 'everything' | 'lines' | 'sum'

/** What of a sale goes back, and how. */
export function RefundForm({ sale, onBack, onRefunded }: Props) {
  const texts = useAfterTexts()
  const { money } = useFormats()
  const { shop, failed } = useTill()
  const approvalFor = useApproval()
  const isOfStore = sale.items.length > 0
  const [what, setWhat] = useState<What>('everything')
  const [units, setUnits] = useState<ReadonlyMap<number, number>>(new Map())
  const [cents, setCents] = useState(0)
  const ways = waysOf(sale)
  const [way, setWay] = useState<Way>(ways[0])
  const [invoice, setInvoice] = useState('')
  const [reason, setReason] = useState('')
  const [restocks, setRestocks] = useState(true)
  const [trouble, setTrouble] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const lines = useSoldLines(sale.id, what === 'lines', setTrouble)
  const begun = useRef<RefundToGive>(undefined)

  const give = async (event: SubmitEvent) => {
    event.preventDefault()
    const body: StoreRefundRequest = {
      ...(what === 'lines' && { items: itemsOf(lines, units) }),
      ...(what === 'sum' && { amountCents: cents }),
      ...(way === 'lightning' && { invoice: invoice.trim() }),
      ...(way === 'cash' && { paymentMethodId: methods.cash }),
      ...(reason.trim() && { reason: reason.trim() }),
      ...(isOfStore && { restock: restocks }),
    }
    // The same once more is the refund that may have been made: it keeps its key.
    const isSame = JSON.stringify(begun.current?.body) === JSON.stringify(body)
    const toGive = (isSame && begun.current) || refundToGive(body)
    begun.current = toGive
    setBusy(true)
    setTrouble(undefined)
    try {
      const approval = approvalFor('orders_refund')
      onRefunded(await giveBack(sale.id, isOfStore, toGive, approval))
    } catch (error) {
      setBusy(false)
      if (!(error instanceof NotApproved)) setTrouble(failed(error))
    }
  }
  const smallestCents = shop.currency.fractionDigits === 0 ? 100 : 1
  const backCents = {
    everything: centsLeft(sale),
    lines: centsOf(lines, units, smallestCents),
    sum: cents,
  }[what]
  const amount = backCents ? money(backCents) : undefined
  const isReady =
    (what !== 'sum' || cents > 0) &&
    (what !== 'lines' || [...units.values()].some((count) => count > 0)) &&
    (way !== 'lightning' || invoice.trim() !== '')
  return (
    <form onSubmit={(event) => void give(event)}>
      <Choice
        legend={texts.whatGoesBack}
        value={what}
        onChoose={setWhat}
        options={[
          { value: 'everything', label: texts.everything },
          ...(isOfStore ? [{ value: 'lines' as const, label: texts.byLine }] : []),
          { value: 'sum', label: texts.bySum },
        ]}
      />
      {what === 'lines' && <Units lines={lines} units={units} onUnits={setUnits} />}
      {what === 'sum' && (
        <MoneyField
          label={texts.sum}
          cents={cents}
          onCents={setCents}
          smallestCents={smallestCents}
          isFocused
        />
      )}
      <Choice
        legend={texts.howItGoesBack}
        value={way}
        onChoose={setWay}
        options={ways.map((value) => ({ value, label: texts.ways[value] }))}
      />
      {way === 'lightning' && (
        <TextField
          label={texts.invoice}
          hint={texts.invoiceHint}
          name="invoice"
          autocomplete="off"
          value={invoice}
          onText={setInvoice}
        />
      )}
      {isOfStore && what !== 'sum' && (
        <label class="check">
          <input
            type="checkbox"
            checked={restocks}
            onChange={({ currentTarget }) => setRestocks(currentTarget.checked)}
          />
          {texts.restock}
        </label>
      )}
      <TextField
        label={texts.reason}
        name="reason"
        autocomplete="off"
        value={reason}
        onText={setReason}
      />
      <p class="trouble" role="alert">
        {trouble}
      </p>
      <div class="actions">
        <button type="button" onClick={onBack}>
          {texts.back}
        </button>
        <button type="submit" class="strong" disabled={isBusy || !isReady}>
          {isBusy ? texts.givingBack : texts.giveBack(amount)}
        </button>
      </div>
    </form>
  )
}

/** The lines of a sale, once they are needed. */
function useSoldLines(id: string, isNeeded: boolean, onTrouble: (text: string) => void) {
  const { failed } = useTill()
  const [lines, setLines] = useState<readonly SoldLine[]>([])
  useEffect(() => {
    if (!isNeeded) return
    soldLines(id).then(setLines, (error: unknown) => onTrouble(failed(error)))
  }, [id, isNeeded, failed, onTrouble])
  return lines
}
