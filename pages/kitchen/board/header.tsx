import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useFormats } from '../../parts/formats.tsx'
import type { ScreenSettings } from '../device/screen-settings.ts'
import { allowSound, isSoundBlocked } from '../device/sound.ts'
import { useTexts } from '../texts/use-texts.ts'
import type { Stations } from './stations.ts'

type Props = {
  readonly shopName: string
  readonly station: string
  readonly stations: Stations
  readonly count: number
  readonly lostMs: number | undefined
  readonly isLive: boolean
  readonly settings: ScreenSettings
  readonly onSettings: (settings: ScreenSettings) => void
  readonly onDialog: (dialog: 'done' | 'settings') => void
}

/** Shows the station, the connection, and buttons for the dialogs. */
export function Header(props: Props) {
  const { shopName, station, stations, count, lostMs, isLive, settings } = props
  const texts = useTexts()
  const { time } = useFormats()
  const title = useRef<HTMLHeadingElement>(null)
  // The login is gone: screen readers begin at the page's title. At once, because later
  // it would take the focus from a person who types.
  useLayoutEffect(() => title.current?.focus(), [])
  return (
    <header class="top">
      <h1 ref={title} tabIndex={-1}>
        {stationName(station, stations) ?? texts.kitchen}
        <span class="quiet shop-name">{shopName}</span>
      </h1>
      <p class="count">{texts.open(count)}</p>
      <p class={lostMs === undefined ? 'connection' : 'connection lost'} role="status">
        {lostMs !== undefined
          ? texts.reconnecting(time(lostMs))
          : isLive
            ? texts.live
            : texts.connected}
      </p>
      <div class="buttons">
        {settings.hasSound && <SoundButton />}
        <button
          type="button"
          aria-pressed={settings.showsAllDay}
          onClick={() =>
            props.onSettings({ ...settings, showsAllDay: !settings.showsAllDay })
          }
        >
          {texts.allDay}
        </button>
        <button type="button" onClick={() => props.onDialog('done')}>
          {texts.done}
        </button>
        <button
          type="button"
          class="plain"
          aria-label={texts.settings}
          onClick={() => props.onDialog('settings')}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M4 6h16M4 12h16M4 18h16" />
          </svg>
        </button>
      </div>
    </header>
  )
}

const stationName = (station: string, { printers, categories }: Stations) =>
  printers.find(({ id }) => station === `printer ${id}`)?.printerName ??
  categories.find(({ id }) => station === `category ${id}`)?.name

/** Asks for the touch that browsers want before they play anything; gone once they do. */
function SoundButton() {
  const { soundBlocked } = useTexts()
  const [isBlocked, setBlocked] = useState(isSoundBlocked)
  if (!isBlocked) return null
  const allow = () => void allowSound().then(() => setBlocked(isSoundBlocked()))
  return (
    <button type="button" class="strong" onClick={allow}>
      {soundBlocked}
    </button>
  )
}
