import type { Pos } from '../../../shared/client/pos.ts'
import { result, step } from './steps.ts'

/** Chooses the shop's time zone and its tax, where there is none yet. Returns the zone. */
export async function prepareBooks(pos: Pos): Promise<string> {
  step("Choosing the shop's time zone and its tax")
  const business = await pos.config.show()
  const { businessName } = business
  const timezone = 'timezone' in business ? business.timezone : null
  const chosen = timezone ?? 'Europe/Madrid'
  if (timezone === null) {
    await pos.config.change({ body: { businessName, timezone: chosen } })
  }
  result(`days are those of ${chosen}`)
  const taxes = await pos.taxes.list()
  if (taxes.length === 0) {
    await pos.taxes.create({ body: { name: 'IVA', ratePercent: 10, isDefault: true } })
    result('prices include 10 % IVA')
  }
  return chosen
}
