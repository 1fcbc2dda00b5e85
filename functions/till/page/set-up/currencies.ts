/**
 * The currencies that a new shop is offered: those of ISO 4217 that are in use. The API knows
 * others too, for the shops that have them.
 */
export const acronyms =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG'.split(
    ' ',
  )

const euroRegions =
  'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC MT NL PT SI SK SM VA'.split(' ')

/** Where the currency's first letters are not the region's. */
const others: Readonly<Record<string, string>> = {
  CW: 'XCG',
  EC: 'USD',
  PR: 'USD',
  SV: 'USD',
  SX: 'XCG',
}

/** The currency of a locale's region, such as MXN for es-MX; USD where it has none. */
export function guessCurrency(locales: readonly string[]): string {
  const region = locales.map((locale) => new Intl.Locale(locale).region).find(Boolean)
  return currencyIn(region) ?? 'USD'
}

function currencyIn(region = ''): string | undefined {
  if (euroRegions.includes(region)) return 'EUR'
  return others[region] ?? acronyms.find((each) => region && each.startsWith(region))
}

/** The currencies of what somebody reads, the most likely first, and then those of most trade. */
export function likelyCurrencies(locales: readonly string[]): readonly string[] {
  const ofLocales = locales.flatMap(
    // Where a locale names no region, its language does
    (locale) => currencyIn(new Intl.Locale(locale).maximize().region) ?? [],
  )
  return [...new Set([guessCurrency(locales), ...ofLocales, 'USD', 'EUR'])]
}

/** The currencies with their names in a language, by these; a code where it has none. */
export function namedCurrencies(locale: string) {
  const names = new Intl.DisplayNames(locale, { type: 'currency' })
  return acronyms
    .map((acronym) => {
      const name = names.of(acronym) ?? acronym
      return { acronym, name: name === acronym ? acronym : `${name} (${acronym})` }
    })
    .sort((one, other) => one.name.localeCompare(other.name, locale))
}
