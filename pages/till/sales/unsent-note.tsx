import { FormatsProvider, useFormats } from '../../parts/formats.tsx'
import { keptCurrency } from '../shop/kept.ts'
import { useTexts } from '../texts/use-texts.ts'
import { useUnsent } from './unsent.ts'

/** Says where nobody is logged in what this device has not handed in. */
export function UnsentNote() {
  const { count } = useUnsent()
  const currency = keptCurrency.get()
  if (count === 0 || !currency) return null
  return (
    <FormatsProvider currency={currency} timeZone={null} clock={null}>
      <Note />
    </FormatsProvider>
  )
}

function Note() {
  const texts = useTexts()
  const { money } = useFormats()
  const { count, cents } = useUnsent()
  return (
    <p class="unsent" role="status">
      {texts.waitingSales(count, money(cents))}
    </p>
  )
}
