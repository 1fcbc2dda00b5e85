import { useEffect, useState } from 'preact/hooks'
import type { Business } from '../../../../shared/client/api.ts'
import { Choice } from '../../../parts/controls/choice.tsx'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { TextArea } from '../../../parts/controls/text-area.tsx'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { pos } from '../../../parts/pos.ts'
import { useTill } from '../../shop/till.tsx'
import { useShopDetailsTexts } from '../../texts/use-texts.ts'
import { changedDetails, type Details, detailsOf } from './changed-details.ts'
import { LogoField } from './logo-field.tsx'

/** What receipts print of the shop, in which language, and the shop's own lines. */
export function ShopDetails({ onClose }: { readonly onClose: () => void }) {
  const texts = useShopDetailsTexts()
  const { failed } = useTill()
  const [details, setDetails] = useState<Details>()
  const [trouble, setTrouble] = useState<string>()
  useEffect(() => {
    // Of a caller with a session it is all of them
    pos.config.show().then(
      (read) => setDetails(detailsOf(read as Business)),
      (error: unknown) => setTrouble(failed(error)),
    )
  }, [failed])
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <p class="quiet small">{texts.hint}</p>
      <p class="trouble" role="alert">
        {trouble}
      </p>
      {details && <Form before={details} onClose={onClose} />}
    </Dialog>
  )
}

type FormProps = { readonly before: Details; readonly onClose: () => void }

function Form({ before, onClose }: FormProps) {
  const texts = useShopDetailsTexts()
  const { readAgain, failed } = useTill()
  const [details, setDetails] = useState(before)
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const change = (next: Partial<Details>) => setDetails((now) => ({ ...now, ...next }))
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    setTrouble(undefined)
    try {
      await pos.config.change({ body: changedDetails(before, details) })
      await readAgain()
      onClose()
    } catch (error) {
      setTrouble(failed(error))
      setBusy(false)
    }
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
      <p class="trouble" role="alert">
        {trouble}
      </p>
      <button type="submit" class="strong" disabled={isBusy}>
        {texts.save}
      </button>
    </form>
  )
}
