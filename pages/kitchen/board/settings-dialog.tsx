import { useId } from 'preact/hooks'
import { Dialog } from '../../parts/controls/dialog.tsx'
import { PreferenceButtons } from '../../parts/preference-buttons.tsx'
import type { ScreenSettings } from '../device/screen-settings.ts'
import { allowSound, ring } from '../device/sound.ts'
import { useTexts } from '../texts/use-texts.ts'
import type { Stations } from './stations.ts'

type Props = {
  readonly settings: ScreenSettings
  readonly stations: Stations
  readonly userName: string
  readonly onChange: (settings: ScreenSettings) => void
  readonly onLogOut: () => void
  readonly onClose: () => void
}

/** Edits the settings that this screen keeps for itself. */
export function SettingsDialog(props: Props) {
  const { settings, userName, onChange, onLogOut, onClose } = props
  const texts = useTexts()
  const change = (fields: Partial<ScreenSettings>) => onChange({ ...settings, ...fields })
  const turnSound = (hasSound: boolean) => {
    change({ hasSound })
    if (hasSound) void allowSound().then(ring)
  }
  return (
    <Dialog title={texts.settings} onClose={onClose}>
      <StationField {...props} />
      <div class="side-by-side">
        <MinutesField
          label={texts.soonAfter}
          value={settings.soon}
          onValue={(soon) => change({ soon })}
        />
        <MinutesField
          label={texts.lateAfter}
          value={settings.late}
          onValue={(late) => change({ late })}
        />
      </div>
      <Check
        label={texts.sound}
        isChecked={settings.hasSound}
        onCheck={(isOn) => turnSound(isOn)}
      />
      <Check
        label={texts.keys}
        hint={texts.keysHint}
        isChecked={settings.hasKeys}
        onCheck={(hasKeys) => change({ hasKeys })}
      />
      <PreferenceButtons />
      <button type="button" onClick={onLogOut}>
        {texts.logOut} <span class="quiet">{userName}</span>
      </button>
    </Dialog>
  )
}

function StationField({ settings, stations, onChange }: Props) {
  const texts = useTexts()
  const id = useId()
  const { printers, categories } = stations
  return (
    <div class="field">
      <label for={id}>{texts.station}</label>
      <select
        id={id}
        value={settings.station}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) =>
          onChange({ ...settings, station: currentTarget.value })
        }
      >
        <option value="all">{texts.everything}</option>
        {printers.map((printer) => (
          <option key={printer.id} value={`printer ${printer.id}`}>
            {texts.printerTypes[printer.printerType]}: {printer.printerName}
          </option>
        ))}
        {categories.map((category) => (
          <option key={category.id} value={`category ${category.id}`}>
            {category.name}
          </option>
        ))}
      </select>
      <p id={`${id}-hint`} class="quiet small">
        {texts.stationHint}
      </p>
    </div>
  )
}

type MinutesProps = {
  readonly label: string
  readonly value: number
  readonly onValue: (minutes: number) => void
}

function MinutesField({ label, value, onValue }: MinutesProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        min={1}
        max={240}
        value={value}
        onChange={({ currentTarget }) => {
          if (currentTarget.checkValidity()) onValue(currentTarget.valueAsNumber)
        }}
      />
    </div>
  )
}

type CheckProps = {
  readonly label: string
  readonly hint?: string
  readonly isChecked: boolean
  readonly onCheck: (isChecked: boolean) => void
}

const Check = ({ label, hint, isChecked, onCheck }: CheckProps) => (
  <label class="check">
    <input
      type="checkbox"
      checked={isChecked}
      onChange={({ currentTarget }) => onCheck(currentTarget.checked)}
    />
    <span>
      {label}
      {hint && <span class="quiet small block">{hint}</span>}
    </span>
  </label>
)
