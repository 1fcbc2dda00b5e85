import { render } from 'preact'
import { FailedLogins } from '../../../page-parts/failed-logins.tsx'
import { PreferencesProvider } from '../../../page-parts/preferences.tsx'
import { App } from './app.tsx'

const place = document.getElementById('kitchen')
if (place) {
  render(
    <PreferencesProvider page="kitchen" firstTheme="dark">
      <App />
      <FailedLogins />
    </PreferencesProvider>,
    place,
  )
}
