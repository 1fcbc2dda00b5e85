import { render } from 'preact'
import { App } from './app.tsx'
import { PreferencesProvider } from './preferences.tsx'

const place = document.getElementById('office')
if (place) {
  render(
    <PreferencesProvider>
      <App />
    </PreferencesProvider>,
    place,
  )
}
