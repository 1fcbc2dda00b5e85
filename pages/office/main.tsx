import { render } from 'preact'
import { FailedLogins } from '../parts/failed-logins.tsx'
import { loadKept } from '../parts/kept.ts'
import { PreferencesProvider } from '../parts/preferences.tsx'
import { App } from './app.tsx'
import { loadFirst } from './shell/navigation.tsx'

const place = document.getElementById('office')
if (place) {
  // The views themselves report a failure
  loadFirst()?.catch(() => {})
  await loadKept()
  render(
    <PreferencesProvider>
      <App />
      <FailedLogins />
    </PreferencesProvider>,
    place,
  )
}
