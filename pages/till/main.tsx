import { render } from 'preact'
import { FailedLogins } from '../parts/failed-logins.tsx'
import { loadKept } from '../parts/kept.ts'
import { PreferencesProvider } from '../parts/preferences.tsx'
import { App } from './app.tsx'
import { CustomerDisplay } from './display/customer-display.tsx'
import { holdWindow } from './sales/this-window.ts'
import { keepPage } from './shell/service-worker.ts'

keepPage()
holdWindow()

const place = document.getElementById('till')
if (place) {
  await loadKept()
  render(
    <PreferencesProvider>
      {location.hash === '#display' ? <CustomerDisplay /> : <App />}
      <FailedLogins />
    </PreferencesProvider>,
    place,
  )
}
