import { usePartTexts, usePreferences } from './preferences.tsx'
import { en } from './texts/en.ts'
import { es } from './texts/es.ts'

/** Switches to the other language, and to the other theme. */
export function PreferenceButtons() {
  const { theme, otherLanguage, setLanguage, setTheme } = usePreferences()
  const texts = usePartTexts()
  const isDark = theme === 'dark'
  return (
    <div class="preferences">
      <button
        type="button"
        lang={otherLanguage}
        onClick={() => setLanguage(otherLanguage)}
      >
        {(otherLanguage === 'en' ? en : es).language}
      </button>
      <button
        type="button"
        title={isDark ? texts.lightHint : texts.darkHint}
        onClick={() => setTheme(isDark ? 'light' : 'dark')}
      >
        {isDark ? texts.light : texts.dark}
      </button>
    </div>
  )
}
