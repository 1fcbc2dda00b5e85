import * as z from 'zod'
import {
  type Options,
  optionalSchemas,
} from '../../shared/platform/deployment/option-schemas.ts'
import {
  functionOptions,
  stackOptions,
} from '../../shared/platform/deployment/options.ts'
import type { ShopRecord } from '../../shared/platform/shops/shop-records.ts'
import { Refusal, WrongUsage } from './command-line.ts'

const options: Options = { ...functionOptions, ...stackOptions }
const ofShop = Object.entries(options).filter(([, option]) => option.ofShop)
const Settings = z
  .object(optionalSchemas(Object.fromEntries(ofShop)))
  .refine(({ openingHours, timeZone }) => !openingHours || timeZone, {
    path: ['timeZone'],
    error: 'is missing: openingHours needs it',
  })

/**
 * A further shop's settings after changes such as `timeZone=Europe/Berlin`; one without a value
 * removes the setting. Throws a `Refusal` by the rules of a deployment's options.
 */
export function changedSettings(
  current: ShopRecord['settings'],
  changes: readonly string[],
): ShopRecord['settings'] {
  if (changes.length === 0) throw new WrongUsage('Name a setting and its value.')
  const given = changes.map((change) => {
    const [, name = '', value] = /^(\w+)=(.*)$/s.exec(change) ?? []
    if (value === undefined) throw new WrongUsage(`Write name=value, not ${change}`)
    if (ofShop.some(([each]) => each === name)) return [name, value] as const
    const names = ofShop.map(([each]) => each).join(', ')
    throw new Refusal(`${name} is not a setting of a shop, which are: ${names}.`)
  })
  const merged = Object.entries({ ...current, ...Object.fromEntries(given) })
  const { data, error } = Settings.safeParse(
    Object.fromEntries(merged.filter(([, value]) => value?.trim())),
  )
  if (error) {
    throw new Refusal(
      error.issues
        .map(({ path, message }) => `${String(path[0])}: ${message}`)
        .join('; '),
    )
  }
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, String(value)]),
  )
}
