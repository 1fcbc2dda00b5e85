import { render } from 'preact'
import { FailedLogins } from '../parts/failed-logins.tsx'
import { loadKept } from '../parts/kept.ts'
import { PreferencesProvider } from '../parts/preferences.tsx'
import { App } from './app.tsx'

const place = document.getElementById('kitchen')
if (place) {
  await loadKept()
  render(
    <PreferencesProvider page="kitchen" firstTheme="dark">
      <App />
      <FailedLogins />
    </PreferencesProvider>,
    place,
  )
}
