import { useRef, useState } from 'preact/hooks'
import { PosError } from '../../../../shared/client/pos-error.ts'
import { newId } from '../../../../shared/ids.ts'
import { Choice } from '../../../parts/controls/choice.tsx'
import { MoneyField } from '../../../parts/controls/money-field.tsx'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import type { ShopOrder } from '../../../parts/pos.ts'
import { usePartTexts } from '../../../parts/preferences.tsx'
import { useAction } from '../../controls/use-action.ts'
import { methodName } from '../../figures/method-name.ts'
import { useShop } from '../../shop/shop.tsx'
import { useTexts } from '../../texts/use-texts.ts'
import { giveBack, isOfStore, type RefundBody, type Way } from './refund.ts'
import { useReportTexts } from './use-texts.ts'

type Props = {
  readonly sale: ShopOrder
  /** At least one. */
  readonly ways: readonly Way[]
  readonly onBack: () => void
  readonly onGiven: () => void
}

/** Gives back a sale, or a sum of it. */
export function RefundForm({ sale, ways, onBack, onGiven }: Props) {
  const texts = useReportTexts()
  const page = useTexts()
  const { back } = usePartTexts()
  const { money } = useFormats()
  const { smallestCents } = useShop()
  const [wayId, setWayId] = useState(ways[0]?.id ?? '')
  const mostCents = ways.find(({ id }) => id === wayId)?.mostCents ?? 0
  const [cents, setCents] = useState(mostCents)
  const [reason, setReason] = useState('')
  const [restock, setRestock] = useState(true)
  // Units belong to lines, a sum to none
  const returnsUnits =
    isOfStore(sale) && cents === Math.max(...ways.map((way) => way.mostCents))
  const { isBusy, trouble, run } = useAction()
  const begun = useRef<{ readonly key: string; readonly of: string }>(undefined)
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const body: RefundBody = {
      amountCents: cents,
      paymentMethodId: wayId,
      ...(reason.trim() && { reason: reason.trim() }),
      ...(isOfStore(sale) && { restock: returnsUnits && restock }),
    }
    const of = JSON.stringify(body)
    // The same once more is the refund that may have been made: it keeps its key
    const key = begun.current?.of === of ? begun.current.key : newId()
    begun.current = { key, of }
    const isGiven = await run(async () => {
      try {
        await giveBack(sale, body, key)
      } catch (error) {
        // The key of a refusal would answer the same again
        if (isRefusal(error)) begun.current = undefined
        throw error
      }
    })
    if (isGiven) onGiven()
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Choice
        legend={texts.howItGoesBack}
        value={wayId}
        onChoose={(id) => {
          setWayId(id)
          setCents(ways.find((way) => way.id === id)?.mostCents ?? 0)
        }}
        options={ways.map(({ id, name, mostCents: most }) => ({
          value: id,
          label: methodName(name, page),
          hint: texts.atMost(money(most)),
        }))}
      />
      <MoneyField
        label={page.amount}
        cents={cents}
        onCents={setCents}
        smallestCents={smallestCents}
        maxCents={mostCents}
      />
      {returnsUnits && (
        <label class="check">
          <input
            type="checkbox"
            checked={restock}
            onChange={({ currentTarget }) => setRestock(currentTarget.checked)}
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
        <button type="submit" class="strong" disabled={isBusy || cents === 0}>
          {texts.giveBack(money(cents))}
        </button>
      </div>
    </form>
  )
}

/** Whether nothing was given back, for sure: a conflict may be the refund itself. */
const isRefusal = (error: unknown): boolean =>
  error instanceof PosError && [400, 402, 403, 404, 410, 422].includes(error.status)
