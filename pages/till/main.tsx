import { render } from 'preact'
import { FailedLogins } from '../parts/failed-logins.tsx'
import { loadKept } from '../parts/kept.ts'
import { pos } from '../parts/pos.ts'
import { PreferencesProvider } from '../parts/preferences.tsx'
import { rememberedSession } from '../parts/remembered-session.ts'
import { App } from './app.tsx'
import { CustomerDisplay } from './display/customer-display.tsx'
import { holdWindow } from './sales/this-window.ts'
import { keepPage } from './shell/service-worker.ts'

keepPage()
holdWindow()

const place = document.getElementById('till')
if (place) {
  const isDisplay = location.hash === '#display'
  // Beside what else is kept
  if (!isDisplay && rememberedSession.isLikely()) void pos.tillData.kept()
  await loadKept()
  render(
    <PreferencesProvider>
      {isDisplay ? <CustomerDisplay /> : <App />}
      <FailedLogins />
    </PreferencesProvider>,
    place,
  )
}
