import countryToCurrency from 'country-to-currency'

/** The Netherlands Antilles are no more, nor is their currency. */
const { AN: _ended, ...territories } = countryToCurrency
/** Currency of a territory, by its ISO 3166 code. */
export const currencyOf: Readonly<Record<string, string>> = territories

/**
 * Currencies that a new shop is offered: those of ISO 4217 in use, in El Salvador also
 * its own. The API knows others too, for the shops that have them.
 */
export const acronyms: readonly string[] = [
  ...new Set([...Object.values(currencyOf), 'SVC']),
].sort()

/** The currency of a locale's region, such as MXN for es-MX; USD where it has none. */
export function guessCurrency(locales: readonly string[]): string {
  const region = locales.map((locale) => new Intl.Locale(locale).region).find(Boolean)
  return currencyOf[region ?? ''] ?? 'USD'
}

/**
 * Lists the currencies of a person's locales, the most likely first, and then those of
 * most trade.
 */
export function likelyCurrencies(locales: readonly string[]): readonly string[] {
  const ofLocales = locales.flatMap(
    // A locale without a region has its language's
    (locale) => currencyOf[new Intl.Locale(locale).maximize().region ?? ''] ?? [],
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
