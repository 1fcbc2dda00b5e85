import { render } from 'preact'
import { PreferencesProvider } from '../../../page-parts/preferences.tsx'
import { App } from './app.tsx'
import { keepPage } from './shell/service-worker.ts'

keepPage()

const place = document.getElementById('till')
if (place) {
  render(
    <PreferencesProvider>
      <App />
    </PreferencesProvider>,
    place,
  )
}
