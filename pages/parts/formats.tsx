import { type ComponentChildren, createContext } from 'preact'
import { useContext, useMemo } from 'preact/hooks'
import type { Clock } from '../../shared/client/api.ts'
import {
  type ClockRule,
  msOfTime,
  type OffsetAt,
  offsetsBy,
  shopDays,
} from '../../shared/platform/time/clock.ts'
import type { Currency } from './pos.ts'
import { usePartTexts, usePreferences } from './preferences.tsx'

/** Formats of a shop's figures. Moments are Unix ms. */
export type Formats = {
  /** The page's language as the shop's country writes it, such as es-MX. */
  readonly locale: string
  /** The time zone of days and times. */
  readonly timeZone: string
  /** The release of its rules, where the shop has a zone. */
  readonly zoneRules: string | undefined
  readonly offsetAt: OffsetAt
  /** Of the shop's days, which may begin after midnight. */
  readonly dayOffsetAt: OffsetAt
  readonly money: (cents: number) => string
  /** Formats money for axes: without cents, and short from a thousand on. */
  readonly shortMoney: (cents: number) => string
  readonly number: (value: number) => string
  readonly satoshis: (amount: number) => string
  readonly time: (ms: number) => string
  readonly hour: (ms: number) => string
  readonly day: (ms: number) => string
  readonly moment: (ms: number) => string
  /** Such as "2 minutes ago". */
  readonly ago: (ms: number, nowMs: number) => string
}

const Context = createContext<Formats | undefined>(undefined)

export function useFormats(): Formats {
  const formats = useContext(Context)
  if (!formats) throw new Error('no formats above')
  return formats
}

type Props = {
  readonly currency: Pick<Currency, 'acronym' | 'fractionDigits'>
  /** Null where the shop has none: this device's. */
  readonly timeZone: string | null
  readonly clock: Clock | null
  /** Start of the shop's days, such as 04:00; midnight if left out. */
  readonly dayStartsAt?: string
  readonly children: ComponentChildren
}

export function FormatsProvider({
  currency,
  timeZone,
  clock,
  dayStartsAt,
  children,
}: Props) {
  const { language, locale: ofBrowser } = usePreferences()
  const texts = usePartTexts()
  const locale = shopLocale(language, currency.acronym) ?? ofBrowser
  const formats = useMemo(
    () => formatsOf(locale, { currency, timeZone, clock, dayStartsAt }, texts.satoshis),
    [locale, currency, timeZone, clock, dayStartsAt, texts],
  )
  return <Context.Provider value={formats}>{children}</Context.Provider>
}

/** Locales whose English and Spanish is written where there is the euro. */
const ofEuro: Readonly<Record<string, string>> = { en: 'en-IE', es: 'es-ES' }

/**
 * Returns the locale of a currency's country: the currency's code begins with the
 * country's. Undefined for a currency without a country, such as bitcoin.
 */
function shopLocale(language: string, acronym: string): string | undefined {
  if (acronym === 'EUR') return ofEuro[language]
  if (acronym === 'BTC' || acronym.startsWith('X')) return undefined
  return `${language}-${acronym.slice(0, 2)}`
}

/** Writes amounts of its children in another currency, that of sums before a change of the shop's. */
export function InCurrency({
  acronym,
  children,
}: {
  /** Undefined for the shop's own. */
  readonly acronym: string | undefined
  readonly children: ComponentChildren
}) {
  const formats = useFormats()
  if (acronym === undefined) return <>{children}</>
  const style = { style: 'currency', currency: acronym } as const
  const { maximumFractionDigits } = new Intl.NumberFormat('en', style).resolvedOptions()
  const fractionDigits = maximumFractionDigits === 0 ? 0 : 2
  const value = {
    ...formats,
    ...moneyFormats(formats.locale, { acronym, fractionDigits }),
  }
  return <Context.Provider value={value}>{children}</Context.Provider>
}

/** Makes a format when it is first used: each takes milliseconds of a page's start. */
function once<Format>(make: () => Format): () => Format {
  let made: Format | undefined
  return () => {
    made ??= make()
    return made
  }
}

function moneyFormats(
  locale: string,
  { acronym, fractionDigits }: Props['currency'],
): Pick<Formats, 'money' | 'shortMoney'> {
  const style = {
    style: 'currency',
    currency: acronym,
    currencyDisplay: 'narrowSymbol',
    // Also from a thousand on, where Spanish groups from ten thousand.
    useGrouping: 'always',
  } as const
  const withCents = once(() => moneyFormat(locale, style, 2))
  const whole = once(() => moneyFormat(locale, style, fractionDigits))
  const short = once(
    () =>
      new Intl.NumberFormat(locale, {
        ...style,
        notation: 'compact',
        minimumFractionDigits: 0,
        maximumFractionDigits: 1,
      }),
  )
  return {
    money: (cents) => (cents % 100 === 0 ? whole : withCents)().format(cents / 100),
    shortMoney: (cents) => short().format(cents / 100),
  }
}

function formatsOf(
  locale: string,
  {
    currency,
    timeZone: ofShop,
    clock,
    dayStartsAt = '',
  }: Omit<Props, 'children' | 'dayStartsAt'> & {
    readonly dayStartsAt: string | undefined
  },
  inSatoshis: (amount: string) => string,
): Formats {
  const numbers = once(() => new Intl.NumberFormat(locale, { useGrouping: 'always' }))
  const number = (value: number) => numbers().format(value)
  const timeZone = ofShop ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const offsetAt = offsetsBy(timeZone, rulesOf(clock))
  /** By the shop's rules: the browser's own are as old as the browser. */
  const local = (options: Intl.DateTimeFormatOptions) => {
    const format = once(
      () => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }),
    )
    return (ms: number) => format().format(ms + offsetAt(ms))
  }
  const ago = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
  return {
    locale,
    timeZone,
    zoneRules: clock?.rules,
    offsetAt,
    dayOffsetAt: shopDays(offsetAt, msOfTime(dayStartsAt)),
    ...moneyFormats(locale, currency),
    number,
    satoshis: (amount) => inSatoshis(number(amount)),
    time: local({ timeStyle: 'short' }),
    hour: local({ hour: 'numeric' }),
    day: local({ weekday: 'long', day: 'numeric', month: 'long' }),
    moment: local({ day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' }),
    ago: (ms, nowMs) => agoText(ago(), Math.max(0, nowMs - ms)),
  }
}

const rulesOf = (clock: Clock | null): ClockRule[] =>
  (clock?.changes ?? []).map(({ at, offsetMinutes }) => ({
    fromMs: Date.parse(at),
    offsetMs: offsetMinutes * 60_000,
  }))

/** The service says how many decimals a currency has; browsers know others of some. */
const moneyFormat = (locale: string, style: Intl.NumberFormatOptions, digits: number) =>
  new Intl.NumberFormat(locale, {
    ...style,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })

function agoText(format: Intl.RelativeTimeFormat, ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes === 0) return format.format(0, 'second')
  if (minutes < 60) return format.format(-minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  return hours < 48
    ? format.format(-hours, 'hour')
    : format.format(-Math.floor(hours / 24), 'day')
}
