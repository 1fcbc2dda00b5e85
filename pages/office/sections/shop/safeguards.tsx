import { useState } from 'preact/hooks'
import type { Business } from '../../../../shared/client/api.ts'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { hasTills } from '../../../parts/is-served.ts'
import { pos } from '../../../parts/pos.ts'
import { ConfirmDialog } from '../../controls/confirm-dialog.tsx'
import { useAction } from '../../controls/use-action.ts'
import { Offline } from './offline.tsx'
import { useRefusalText } from './use-refusal-text.ts'
import { useShopTexts } from './use-texts.ts'

type Props = { readonly business: Business; readonly onSaved: () => Promise<void> }

/** Of these the shop is guarded by keyed-in amounts that are off. */
const switches = [
  'verifyAmounts',
  'verifyCheckout',
  'restrictPrinters',
  'openAmounts',
] as const
type Switch = (typeof switches)[number]

const isOn = (business: Business, name: Switch) =>
  name === 'openAmounts' ? !business.openAmounts : business[name]

/** The settings against theft, each with the one that it stops. */
export function Safeguards({ business, onSaved }: Props) {
  const texts = useShopTexts()
  const [asked, setAsked] = useState<Switch>()
  const turn = async (name: Switch) => {
    const { businessName } = await pos.config.show()
    await pos.config.change({ body: { businessName, [name]: !business[name] } })
    await onSaved()
  }
  return (
    <>
      <p class="quiet small">{texts.safeguardsHint}</p>
      <ul class="safeguards-list">
        {switches.map((name) => (
          <li key={name}>
            <p>
              <strong>{texts[name]}</strong>
              <span class="small block">{texts[`${name}Theft`]}</span>
            </p>
            <p class={isOn(business, name) ? 'badge good' : 'badge bad'}>
              {isOn(business, name) ? texts.on : texts.off}
            </p>
            <button
              type="button"
              aria-label={texts.confirmSafeguard(texts[name], !isOn(business, name))}
              onClick={() => setAsked(name)}
            >
              {isOn(business, name) ? texts.turnOff : texts.turnOn}
            </button>
          </li>
        ))}
      </ul>
      <Limits business={business} onSaved={onSaved} />
      {hasTills() && <Offline business={business} onSaved={onSaved} />}
      {asked && (
        <ConfirmDialog
          title={texts.confirmSafeguard(texts[asked], !isOn(business, asked))}
          confirm={isOn(business, asked) ? texts.turnOff : texts.turnOn}
          onConfirm={() => turn(asked)}
          onClose={() => setAsked(undefined)}
        >
          <p>{texts[`${asked}Theft`]}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function Limits({ business, onSaved }: Props) {
  const texts = useShopTexts()
  const wordingOf = useRefusalText()
  const { isBusy, trouble, say, run } = useAction(wordingOf)
  const [payout, setPayout] = useState(String(business.payoutLimitSat))
  const [inbound, setInbound] = useState(String(business.lowInboundSat))
  const [isAsked, setAsked] = useState(false)
  const save = async () => {
    const { businessName } = await pos.config.show()
    const [payoutLimitSat, lowInboundSat] = [Number(payout), Number(inbound)]
    await pos.config.change({ body: { businessName, payoutLimitSat, lowInboundSat } })
    await onSaved()
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (![payout, inbound].every((text) => /^\d{1,15}$/.test(text.trim()))) {
      return say(texts.badNumber)
    }
    say(undefined)
    if (Number(payout) !== business.payoutLimitSat) return setAsked(true)
    await run(save)
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <TextField
        label={texts.payoutLimitSat}
        hint={texts.payoutLimitTheft}
        name="payout-limit"
        inputMode="numeric"
        autocomplete="off"
        value={payout}
        onText={setPayout}
        required
      />
      <TextField
        label={texts.lowInboundSat}
        hint={texts.lowInboundHint}
        name="low-inbound"
        inputMode="numeric"
        autocomplete="off"
        value={inbound}
        onText={setInbound}
        required
      />
      <p class="trouble" role="alert">
        {trouble}
      </p>
      <div class="actions">
        <button type="submit" class="strong" disabled={isBusy}>
          {texts.save}
        </button>
      </div>
      {isAsked && (
        <ConfirmDialog
          title={texts.confirm}
          confirm={texts.save}
          onConfirm={save}
          wordingOf={wordingOf}
          onClose={() => setAsked(false)}
        >
          <p>
            {texts.payoutLimitSat}: {payout}
          </p>
          <p>{texts.payoutLimitTheft}</p>
        </ConfirmDialog>
      )}
    </form>
  )
}
