import { useState } from 'preact/hooks'
import type { Printer } from '../../../shared/client/api.ts'
import { useFormats } from '../formats.tsx'
import { pos } from '../pos.ts'
import { printerStateOf, toneOf } from '../printer-state.ts'
import { PrinterForm } from './printer-form.tsx'
import type { PrinterPlace } from './printer-place.ts'
import type { Printers, ShownPrinter } from './read-printers.ts'
import { RemoveButton, RowButton } from './row-buttons.tsx'
import { usePrinterTexts } from './use-texts.ts'

type Props = {
  readonly found: Printers
  readonly place: PrinterPlace
  readonly onChanged: () => Promise<void>
}

/** The printers of the shop: added, tried out, changed and removed. */
export function PrinterList({ found, place, onChanged }: Props) {
  const texts = usePrinterTexts()
  const [edited, setEdited] = useState<Printer | 'new'>()
  const { printers, reached } = found
  return (
    <>
      {printers.length === 0 && <p class="quiet">{texts.none}</p>}
      <ul class="settings">
        {printers.map((printer) => (
          <li key={printer.config.id}>
            <PrinterRow
              {...printer}
              place={place}
              onChange={() => setEdited(printer.config)}
              onChanged={onChanged}
            />
          </li>
        ))}
      </ul>
      {reached.length > 0 ? (
        <button type="button" class="strong" onClick={() => setEdited('new')}>
          {texts.add}
        </button>
      ) : (
        <p>
          {texts.noneReached}{' '}
          {place.isAdmin ? texts.howToInstall : texts.askAdministrator}
        </p>
      )}
      {edited && (
        <PrinterForm
          printer={edited === 'new' ? undefined : edited}
          {...found}
          place={place}
          onClose={() => setEdited(undefined)}
          onSaved={async () => {
            await onChanged()
            setEdited(undefined)
          }}
        />
      )}
    </>
  )
}

type RowProps = ShownPrinter & {
  readonly place: PrinterPlace
  readonly onChange: () => void
  readonly onChanged: () => Promise<void>
}

function PrinterRow({ config, status, place, onChange, onChanged }: RowProps) {
  const texts = usePrinterTexts()
  const { failed, may } = place
  const { moment } = useFormats()
  const [isBusy, setBusy] = useState(false)
  const [result, setResult] = useState<{ said?: string; trouble?: string }>({})
  const { id, printerName, printerType, isDefault } = config
  const state = printerStateOf(status)
  const act = async (call: () => Promise<unknown>, said?: string) => {
    setBusy(true)
    setResult({})
    try {
      await call()
      setResult(said ? { said } : {})
      await onChanged()
    } catch (error) {
      setResult({ trouble: failed(error) })
    }
    setBusy(false)
  }
  const params = { id }
  const testPrint = () =>
    pos.printers.print({
      body: {
        printerType,
        printerId: id,
        templateName: 'Test page',
        forceTemplateName: true,
        ticketData: {
          ticketId: texts.testTitle,
          tableName: printerName,
          roomName: texts.types[printerType],
          date: moment(Date.now()),
          items: [{ quantity: 1, name: texts.testTitle, price: 0 }],
          total: 0,
        },
      },
    })
  const row = { name: printerName, isBusy }
  return (
    <>
      <p class="setting">
        <span>
          <strong>{printerName}</strong>{' '}
          <span class="quiet small block">
            {texts.types[printerType]}
            {isDefault && ` · ${texts.isDefault}`}
          </span>
        </span>
        <span class={`badge ${toneOf(state) || 'plain'}`}>{texts.states[state]}</span>
      </p>
      <div class="actions">
        <RowButton
          {...row}
          label={texts.test}
          onClick={() => void act(testPrint, texts.testSent)}
        />
        {printerType === 'CUSTOMER' && may('drawer_open') && (
          <RowButton
            {...row}
            label={texts.openDrawer}
            onClick={() =>
              void act(() => pos.printers.drawer({ params }), texts.drawerAsked)
            }
          />
        )}
        {!isDefault && (
          <RowButton
            {...row}
            label={texts.makeDefault}
            onClick={() => void act(() => pos.printers.makeDefault({ params }))}
          />
        )}
        <RowButton {...row} label={texts.change} onClick={onChange} />
        <RemoveButton
          {...row}
          onClick={() => void act(() => pos.printers.remove({ params }))}
        />
      </div>
      <p role="status">{result.said}</p>
      <p class="trouble" role="alert">
        {result.trouble}
      </p>
    </>
  )
}
