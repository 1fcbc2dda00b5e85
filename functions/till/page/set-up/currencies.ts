/** The currencies that a shop may have. The API lists them to those who have logged in. */
export const acronyms =
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTC BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP FOK GBP GEL GGP GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS IMP INR IQD IRR ISK JEP JMD JOD JPY KES KGS KHR KID KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TVD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWL'.split(
    ' ',
  )

const euroRegions =
  'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC MT NL PT SI SK SM VA'.split(' ')

/** Where the currency's first letters are not the region's. */
const others: Readonly<Record<string, string>> = { SV: 'USD', EC: 'USD', PR: 'USD' }

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
