import { type Me, pos } from '../../parts/pos.ts'
import type { Language } from '../../parts/preferences.tsx'
import { readRate } from '../../parts/read-rate.ts'
import type { SampleTexts } from '../texts/sample-texts.ts'
import type { Answers } from './answers.ts'
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
    userPassword: answers.walletPassword || answers.pin,
    safeguards: true,
    language,
    ...(setupCode && { setupCode }),
  }
  await pos.setup.setUp({ body })
  return pos.auth.login({ body: { name: answers.ownerName.trim(), pin: answers.pin } })
}

/**
 * Does the rest of the set-up, which needs a session: the tax, and samples. May be called
 * again after a failure. Throws PosError.
 */
export async function finishShop(
  {
    businessName,
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
    const pricesIncludeTax = taxMode === 'included'
    await pos.config.change({ body: { businessName, pricesIncludeTax } })
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
