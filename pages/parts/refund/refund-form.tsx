import { useEffect, useState } from 'preact/hooks'
import type { Refund } from '../../../shared/client/api.ts'
import { Choice } from '../controls/choice.tsx'
import { MoneyField } from '../controls/money-field.tsx'
import { TextField } from '../controls/text-field.tsx'
import { useFormats } from '../formats.tsx'
import { bitcoinId, cashId } from '../payment-methods.ts'
import type { ShopOrder } from '../pos.ts'
import { usePartTexts } from '../preferences.tsx'
import { receiptNumberOf } from '../receipt-number.ts'
import {
  centsOf,
  isOfStore,
  type RefundBody,
  type SoldLine,
  soldLines,
} from './refund.ts'
import { mostBy, satoshisBack, waysOf } from './refund-way.ts'
import { Units } from './units.tsx'
import { type RefundPlace, useRefund } from './use-refund.ts'
import { useRefundTexts } from './use-texts.ts'
import { useWayText } from './use-way-text.ts'

type Props = {
  readonly sale: ShopOrder
  readonly place: RefundPlace
  /** 100 in a currency without cents, else 1. */
  readonly smallestCents: number
  /** True while no shift is open, as far as this user may know. */
  readonly isWithoutShift: boolean
  readonly onBack: () => void
  readonly onRefunded: (refund: Refund) => void
}

type What = 'everything' | 'lines' | 'sum'

/** Edits a refund: the part of a sale that goes back, and the way. */
export function RefundForm({ sale, place, smallestCents, ...props }: Props) {
  const { isWithoutShift, onBack, onRefunded } = props
  const texts = useRefundTexts()
  const { back } = usePartTexts()
  const wayText = useWayText(sale)
  const { money, satoshis } = useFormats()
  const isGoods = isOfStore(sale)
  const ways = waysOf(sale)
  const [what, setWhat] = useState<What>('everything')
  const [units, setUnits] = useState<ReadonlyMap<number, number>>(new Map())
  const [cents, setCents] = useState(0)
  const [way, setWay] = useState(ways[0] ?? cashId)
  const [invoice, setInvoice] = useState('')
  const [reason, setReason] = useState('')
  const [restocks, setRestocks] = useState(true)
  const { give, isBusy, trouble, setTrouble } = useRefund(sale, place, onRefunded)
  const lines = useSoldLines(sale, what === 'lines', place, setTrouble)

  const byLightning = way === bitcoinId
  const chosen = lines.flatMap((line, at) => {
    const count = units.get(at) ?? 0
    return count > 0 ? [{ line, units: count }] : []
  })
  const mostCents = mostBy(sale, way)
  const backCents = {
    everything: mostCents,
    lines: centsOf(chosen, smallestCents),
    sum: cents,
  }[what]
  const toInvoice = backCents ? satoshisBack(sale, backCents) : undefined
  const amount = backCents ? money(backCents) : undefined
  const isReady =
    (what !== 'sum' || cents > 0) &&
    (what !== 'lines' || chosen.length > 0) &&
    (backCents ?? 0) <= mostCents &&
    (!byLightning || invoice.trim() !== '')
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const body: RefundBody = {
      ...(what === 'lines' && {
        items: chosen.flatMap(({ line, units: count }) => line.partsOf(count)),
      }),
      ...(what !== 'lines' && backCents && { amountCents: backCents }),
      ...(byLightning ? { invoice: invoice.trim() } : { paymentMethodId: way }),
      ...(reason.trim() && { reason: reason.trim() }),
      ...(isGoods && { restock: restocks }),
    }
    const goods =
      what === 'lines'
        ? chosen.map(({ line, units: count }) => `${count} × ${line.name}`).join(', ')
        : undefined
    const ticket = receiptNumberOf(sale)
    void give(body, texts.refundOf({ amount, goods, way: wayText(way), ticket }))
  }
  return (
    <form onSubmit={submit}>
      <Choice
        legend={texts.whatGoesBack}
        value={what}
        onChoose={setWhat}
        options={[
          { value: 'everything', label: texts.everything },
          { value: 'lines', label: isGoods ? texts.byLine : texts.byDish },
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
          maxCents={mostCents}
          isFocused
        />
      )}
      <Choice
        legend={texts.howItGoesBack}
        value={way}
        onChoose={setWay}
        options={ways.map((value) => ({
          value,
          label: capitalized(wayText(value)),
          hint: texts.atMost(money(mostBy(sale, value))),
        }))}
      />
      {way === cashId && isWithoutShift && (
        <p class="quiet small" role="status">
          {texts.cashWithoutShift}
        </p>
      )}
      {byLightning && (
        <TextField
          label={texts.invoice}
          hint={
            toInvoice
              ? texts.invoiceNames(satoshis(toInvoice.satoshis), toInvoice.isAll)
              : texts.invoiceHint
          }
          name="invoice"
          takesCodes
          autocomplete="off"
          value={invoice}
          onText={setInvoice}
        />
      )}
      {isGoods && what !== 'sum' && (
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
          {back}
        </button>
        <button type="submit" class="strong" disabled={isBusy || !isReady}>
          {isBusy ? texts.givingBack : texts.giveBack(amount)}
        </button>
      </div>
    </form>
  )
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The lines of a sale, once they are needed. */
function useSoldLines(
  sale: ShopOrder,
  isNeeded: boolean,
  { failed }: RefundPlace,
  onTrouble: (text: string | undefined) => void,
) {
  const [lines, setLines] = useState<readonly SoldLine[]>([])
  useEffect(() => {
    if (!isNeeded) return
    soldLines(sale).then(setLines, (error: unknown) => onTrouble(failed(error)))
  }, [sale, isNeeded, failed, onTrouble])
  return lines
}
