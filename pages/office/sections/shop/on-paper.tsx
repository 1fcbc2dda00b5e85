import { useState } from 'preact/hooks'
import { Choice } from '../../../parts/controls/choice.tsx'
import { TextArea } from '../../../parts/controls/text-area.tsx'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { pos } from '../../../parts/pos.ts'
import { useAction } from '../../controls/use-action.ts'
import { useVisit } from '../../figures/visit.tsx'
import { useShop } from '../../shop/shop.tsx'
import { changedDetails, type Details } from './changed-details.ts'
import { LogoField } from './logo-field.tsx'
import { useRefusalText } from './use-refusal-text.ts'
import { useShopTexts } from './use-texts.ts'

type Props = { readonly before: Details; readonly onSaved: () => Promise<void> }

/** Edits the shop's details, language and own lines on receipts. */
export function OnPaper({ before, onSaved }: Props) {
  const texts = useShopTexts()
  const { readShopAgain } = useShop()
  const { user } = useVisit()
  const { isBusy, trouble, run } = useAction(useRefusalText())
  const [details, setDetails] = useState(before)
  const [said, setSaid] = useState('')
  const change = (next: Partial<Details>) => {
    setSaid('')
    setDetails((now) => ({ ...now, ...next }))
  }
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    const isDone = await run(async () => {
      await pos.config.change({ body: changedDetails(before, details) })
      await readShopAgain()
      await onSaved()
    })
    if (isDone) setSaid(texts.saved)
  }
  return (
    <form onSubmit={(event) => void save(event)}>
      <TextField
        label={texts.name}
        name="organization"
        autocomplete="organization"
        value={details.businessName}
        onText={(businessName) => change({ businessName })}
        pattern=".*\S.*"
        required
      />
      <TextArea
        label={texts.address}
        name="address"
        autocomplete="street-address"
        value={details.businessAddress}
        onText={(businessAddress) => change({ businessAddress })}
      />
      <div class="side-by-side">
        <TextField
          label={texts.phone}
          name="phone"
          inputMode="tel"
          autocomplete="tel"
          value={details.businessPhone}
          onText={(businessPhone) => change({ businessPhone })}
        />
        <TextField
          label={texts.taxId}
          name="tax-id"
          autocomplete="off"
          value={details.businessTaxId}
          onText={(businessTaxId) => change({ businessTaxId })}
        />
      </div>
      <TextField
        label={texts.email}
        name="email"
        inputMode="email"
        autocomplete="email"
        value={details.businessEmail}
        onText={(businessEmail) => change({ businessEmail })}
      />
      <Choice
        legend={texts.language}
        options={(['en', 'es'] as const).map((value) => ({
          value,
          label: texts.languages[value],
        }))}
        value={details.receiptLanguage}
        onChoose={(receiptLanguage) => change({ receiptLanguage })}
      />
      <TextArea
        label={texts.header}
        name="receipt-header"
        autocomplete="off"
        value={details.receiptHeader}
        onText={(receiptHeader) => change({ receiptHeader })}
      />
      <TextArea
        label={texts.footer}
        name="receipt-footer"
        autocomplete="off"
        value={details.receiptFooter}
        onText={(receiptFooter) => change({ receiptFooter })}
      />
      <LogoField
        url={details.businessLogoUrl}
        onUrl={(businessLogoUrl) => change({ businessLogoUrl })}
      />
      {user.isAdmin && (
        <label class="check">
          <input
            type="checkbox"
            name="receipt-page"
            checked={details.receiptPage}
            onChange={({ currentTarget }) =>
              change({ receiptPage: currentTarget.checked })
            }
          />
          <span>
            {texts.receiptPage}
            <span class="quiet small block">{texts.receiptPageHint}</span>
          </span>
        </label>
      )}
      <p class="trouble" role="alert">
        {trouble}
      </p>
      <div class="actions">
        <p role="status">{said}</p>
        <button type="submit" class="strong" disabled={isBusy}>
          {texts.save}
        </button>
      </div>
    </form>
  )
}
