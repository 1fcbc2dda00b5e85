import { type Me, pos } from '../../parts/pos.ts'
import type { Language } from '../../parts/preferences.tsx'
import { setPricesIncludeTax } from '../shop/prices-include-tax.ts'
import type { SampleTexts } from '../texts/sample-texts.ts'
import { type Answers, readRate } from './answers.ts'
import { makeSamples } from './samples.ts'

/** Sets the shop up, with safeguards on, and logs its owner in. Throws PosError. */
export async function setUpShop(answers: Answers, language: Language): Promise<Me> {
  const { businessName, businessType, currency, timeZone, setupCode } = answers
  const body = {
    businessType,
    businessName,
    businessAddress: answers.address,
    businessTaxId: answers.taxId,
    businessCurrency: currency,
    timezone: timeZone,
    userName: answers.ownerName,
    userPin: answers.pin,
    userPassword: answers.walletPassword,
    safeguards: true,
    language,
    ...(setupCode && { setupCode }),
  }
  await pos.setup.setUp({ body })
  return pos.auth.login({ body: { name: answers.ownerName.trim(), pin: answers.pin } })
}

/**
 * The rest of what was asked for, which needs a session: the tax, and samples. May be called
 * again after a failure. Throws PosError.
 */
export async function finishShop(
  {
    businessType,
    taxMode,
    taxName,
    taxRate,
    hasSamples,
  }: Answers & { readonly taxName: string },
  samples: SampleTexts,
): Promise<void> {
  const ratePercent = readRate(taxRate)
  if (taxMode !== 'none' && ratePercent !== undefined) {
    await setPricesIncludeTax(taxMode === 'included')
    const taxes = await pos.taxes.list()
    if (taxes.length === 0) {
      await pos.taxes.create({ body: { name: taxName, ratePercent, isDefault: true } })
    }
  }
  if (!hasSamples) return
  const { fractionDigits } = await pos.currencies.base()
  const type = businessType === 'store' ? 'product' : 'dish'
  await makeSamples(type, samples, fractionDigits === 0)
}
