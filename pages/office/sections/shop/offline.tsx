import { useState } from 'preact/hooks'
import type { Business } from '../../../../shared/client/api.ts'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { typedCents } from '../../../parts/controls/typed-money.ts'
import { pos } from '../../../parts/pos.ts'
import { useAction } from '../../controls/use-action.ts'
import { useShop } from '../../shop/shop.tsx'
import { useRefusalText } from './use-refusal-text.ts'
import { useShopTexts } from './use-texts.ts'

type Props = { readonly business: Business; readonly onSaved: () => Promise<void> }

const typed = (cents: number | null) => (cents === null ? '' : String(cents / 100))

/** The rules of selling at tills while the internet is away, and its limits. */
export function Offline({ business, onSaved }: Props) {
  const texts = useShopTexts()
  const wordingOf = useRefusalText()
  const { isBusy, trouble, say, run } = useAction(wordingOf)
  const { shop } = useShop()
  const [offlineSelling, setSelling] = useState(business.offlineSelling)
  const [offlineAdmins, setAdmins] = useState(business.offlineAdmins)
  const [maxSale, setMaxSale] = useState(typed(business.offlineMaxSaleCents))
  const [maxTotal, setMaxTotal] = useState(typed(business.offlineMaxTotalCents))
  const [said, setSaid] = useState('')
  const smallestCents = shop.currency.fractionDigits === 0 ? 100 : 1
  /** Null for none, undefined for no amount. */
  const limitOf = (text: string) => {
    if (text.trim() === '') return null
    return typedCents(text.trim(), smallestCents) || undefined
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setSaid('')
    const [offlineMaxSaleCents, offlineMaxTotalCents] = [maxSale, maxTotal].map(limitOf)
    if (offlineMaxSaleCents === undefined || offlineMaxTotalCents === undefined) {
      return say(texts.badLimit)
    }
    say(undefined)
    await run(async () => {
      const { businessName } = await pos.config.show()
      const limits = { offlineMaxSaleCents, offlineMaxTotalCents }
      await pos.config.change({
        body: { businessName, offlineSelling, offlineAdmins, ...limits },
      })
      await onSaved()
      setSaid(texts.saved)
    })
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <h3>{texts.offline}</h3>
      <label class="check">
        <input
          type="checkbox"
          name="offline-selling"
          checked={offlineSelling}
          onChange={({ currentTarget }) => setSelling(currentTarget.checked)}
        />
        <span>
          {texts.offlineSelling}
          <span class="small block">{texts.offlineSellingTheft}</span>
        </span>
      </label>
      <label class="check">
        <input
          type="checkbox"
          name="offline-admins"
          checked={offlineAdmins}
          onChange={({ currentTarget }) => setAdmins(currentTarget.checked)}
        />
        <span>
          {texts.offlineAdmins}
          <span class="small block">{texts.offlineAdminsTheft}</span>
        </span>
      </label>
      <TextField
        label={texts.offlineMaxSale}
        hint={texts.offlineMaxSaleTheft}
        name="offline-max-sale"
        inputMode="decimal"
        autocomplete="off"
        value={maxSale}
        onText={setMaxSale}
      />
      <TextField
        label={texts.offlineMaxTotal}
        hint={texts.offlineMaxTotalTheft}
        name="offline-max-total"
        inputMode="decimal"
        autocomplete="off"
        value={maxTotal}
        onText={setMaxTotal}
      />
      <p class="trouble" role="alert">
        {trouble}
      </p>
      <p role="status">{said}</p>
      <div class="actions">
        <button type="submit" class="strong" disabled={isBusy}>
          {texts.save}
        </button>
      </div>
    </form>
  )
}
