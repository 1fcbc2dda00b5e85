import { currencyOf } from './currencies.ts'

/** The zone of most people, where a country has several. */
const mainZones: Readonly<Record<string, string>> = {
  AR: 'America/Argentina/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CL: 'America/Santiago',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  ID: 'Asia/Jakarta',
  MX: 'America/Mexico_City',
  NZ: 'Pacific/Auckland',
  PT: 'Europe/Lisbon',
  US: 'America/New_York',
}

/**
 * Returns the time zone that a new shop is offered: the device's, unless that is UTC,
 * which no shop's clocks show. Then it is one of the currency's country, for the euro one
 * that the locales name.
 */
export function proposedZone(
  locales: readonly string[],
  currency: string,
  ofDevice = Intl.DateTimeFormat().resolvedOptions().timeZone,
): string {
  if (!/^(Etc\/)?(UTC|UCT|GMT|Universal|Zulu)$/.test(ofDevice)) return ofDevice
  const country = currency === 'EUR' ? euroCountry(locales) : currency.slice(0, 2)
  return mainZones[country] ?? zonesOf(country)[0] ?? ofDevice
}

function euroCountry(locales: readonly string[]): string {
  const regions = locales.map((locale) => new Intl.Locale(locale).maximize().region ?? '')
  return regions.find((region) => currencyOf[region] === 'EUR') ?? 'DE'
}

/** Newer than the types of locales. None where the browser knows none. */
function zonesOf(country: string): readonly string[] {
  if (!currencyOf[country]) return []
  const locale: Intl.Locale & { getTimeZones?: () => string[] | undefined } =
    new Intl.Locale('und', { region: country })
  return locale.getTimeZones?.() ?? []
}
