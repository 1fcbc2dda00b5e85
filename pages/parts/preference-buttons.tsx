import { languages, usePartTexts, usePreferences } from './preferences.tsx'

/** Switches to another language, and to the other theme. */
export function PreferenceButtons() {
  const { theme, otherLanguages, setLanguage, setTheme } = usePreferences()
  const texts = usePartTexts()
  const isDark = theme === 'dark'
  return (
    <div class="preferences">
      {otherLanguages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          onClick={() => setLanguage(language)}
        >
          {languages[language].language}
        </button>
      ))}
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
