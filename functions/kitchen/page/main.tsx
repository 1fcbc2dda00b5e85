import { render } from 'preact'
import { FailedLogins } from '../../../page-parts/failed-logins.tsx'
import { loadKept } from '../../../page-parts/kept.ts'
import { PreferencesProvider } from '../../../page-parts/preferences.tsx'
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
