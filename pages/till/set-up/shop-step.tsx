import { Choice } from '../../parts/controls/choice.tsx'
import { TextArea } from '../../parts/controls/text-area.tsx'
import { TextField } from '../../parts/controls/text-field.tsx'
import { useSetUpTexts } from '../texts/use-texts.ts'
import type { StepProps } from './step.ts'

/** Asks for the shop's name and type. */
export function ShopStep({ answers, change }: StepProps) {
  const texts = useSetUpTexts()
  return (
    <>
      <TextField
        label={texts.shopName}
        hint={texts.shopNameHint}
        value={answers.businessName}
        onText={(businessName) => change({ businessName })}
        name="organization"
        autocomplete="organization"
        pattern=".*\S.*"
        required
      />
      <Choice
        legend={texts.type}
        value={answers.businessType}
        onChoose={(businessType) => change({ businessType })}
        options={[
          { value: 'store', label: texts.store, hint: texts.storeHint },
          { value: 'restaurant', label: texts.restaurant, hint: texts.restaurantHint },
        ]}
      />
      <details>
        <summary>{texts.onReceipts}</summary>
        <TextArea
          label={texts.address}
          value={answers.address}
          onText={(address) => change({ address })}
          name="address"
          autocomplete="street-address"
        />
        <TextField
          label={texts.taxId}
          hint={texts.onReceiptsHint}
          value={answers.taxId}
          onText={(taxId) => change({ taxId })}
          name="tax-id"
          autocomplete="off"
        />
      </details>
    </>
  )
}
