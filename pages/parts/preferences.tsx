import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import { en, type PartTexts } from './texts/en.ts'
import { es } from './texts/es.ts'

/** The words of the parts in each language. A further one is a file beside these and its name in this row. */
export const languages = { en, es } as const
export type Language = keyof typeof languages
export type Theme = 'light' | 'dark'

/** Language and colours of the pages, kept in the browser. */
export type Preferences = {
  readonly language: Language
  /** The locale of numbers and times, such as es-MX. */
  readonly locale: string
  readonly theme: Theme
  readonly otherLanguages: readonly Language[]
  readonly setLanguage: (language: Language) => void
  readonly setTheme: (theme: Theme) => void
}

const Context = createContext<Preferences | undefined>(undefined)

export function usePreferences(): Preferences {
  const preferences = useContext(Context)
  if (!preferences) throw new Error('no preferences above')
  return preferences
}

/** A hook that gives some words of a page in the language that was chosen. */
export const textsIn =
  <Texts,>(texts: Readonly<Record<Language, Texts>>) =>
  (): Texts =>
    texts[usePreferences().language]

/** The words of the parts; a page has its own beside them. */
export const usePartTexts: () => PartTexts = textsIn(languages)

const systemTheme = matchMedia('(prefers-color-scheme: dark)')

type Props = {
  /** Page whose colours the browser keeps apart; the language is that of all pages. */
  readonly page?: 'office' | 'kitchen'
  /** Before anybody chooses; else that of the system. */
  readonly firstTheme?: Theme
  readonly children: ComponentChildren
}

export function PreferencesProvider({ page = 'office', firstTheme, children }: Props) {
  const [language, setLanguage] = useRemembered('office.language', isLanguage)
  const [theme, setTheme] = useRemembered(`${page}.theme`, isTheme)
  const [isSystemDark, setSystemDark] = useState(systemTheme.matches)
  useEffect(() => {
    const change = () => setSystemDark(systemTheme.matches)
    // It may have changed since the page was first drawn
    change()
    systemTheme.addEventListener('change', change)
    return () => systemTheme.removeEventListener('change', change)
  }, [])

  const spoken = language ?? browserLanguage()
  const shown = theme ?? firstTheme ?? (isSystemDark ? 'dark' : 'light')
  const { dataset } = document.documentElement
  // Before the children are drawn, for plots read their colours from the styles.
  if (dataset.theme !== shown) dataset.theme = shown
  document.documentElement.lang = spoken

  const preferences: Preferences = {
    language: spoken,
    locale: localeOf(spoken),
    theme: shown,
    otherLanguages: Object.keys(languages)
      .filter(isLanguage)
      .filter((each) => each !== spoken),
    setLanguage,
    setTheme,
  }
  return <Context.Provider value={preferences}>{children}</Context.Provider>
}

const isLanguage = (value: string): value is Language => Object.hasOwn(languages, value)
const isTheme = (value: string): value is Theme => value === 'light' || value === 'dark'

const browserLanguage = (): Language => {
  const known = navigator.languages
    .map((tag) => tag.slice(0, 2).toLowerCase())
    .find(isLanguage)
  return known ?? 'en'
}

/** The browser's own variant of a language, for numbers and times are written by region. */
const localeOf = (language: Language): string =>
  navigator.languages.find((tag) => tag.toLowerCase().startsWith(language)) ?? language

/** A choice that the browser keeps, where it keeps anything. */
function useRemembered<Value extends string>(
  key: string,
  isValid: (value: string) => value is Value,
) {
  const [value, setValue] = useState<Value | undefined>(() => {
    try {
      const kept = localStorage.getItem(key)
      return kept !== null && isValid(kept) ? kept : undefined
    } catch {
      return undefined
    }
  })
  useEffect(() => {
    // Another window has chosen.
    const follow = ({ key: changed, newValue }: StorageEvent) => {
      if (changed === key && newValue !== null && isValid(newValue)) setValue(newValue)
    }
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [key, isValid])
  const remember = (chosen: Value) => {
    setValue(chosen)
    try {
      localStorage.setItem(key, chosen)
    } catch {
      // A browser that keeps nothing still shows the choice until the page is closed.
    }
  }
  return [value, remember] as const
}
