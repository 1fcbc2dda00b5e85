import type { Tax } from '../../../../shared/client/api.ts'
import { SelectField } from '../../../parts/controls/select-field.tsx'
import { useTexts } from './texts/use-texts.ts'

type Props = {
  readonly taxes: readonly Tax[]
  /** Blank for the default one. */
  readonly value: string
  readonly onChoose: (id: string) => void
}

/** The tax of a product or dish, in a shop that has some. */
export function TaxField({ taxes, value, onChoose }: Props) {
  const texts = useTexts()
  if (taxes.length === 0) return null
  const usual = taxes.find(({ isDefault }) => isDefault)
  return (
    <SelectField
      label={texts.tax}
      name="tax"
      value={value}
      options={[
        { value: '', label: texts.defaultTax(usual?.name) },
        ...taxes.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChoose={onChoose}
    />
  )
}
