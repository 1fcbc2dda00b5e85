import { useState } from 'preact/hooks'
import type { Printer } from '../../../../shared/client/api.ts'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { DoubtfulPrints } from '../../../parts/controls/doubtful-prints.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { printerStateOf, toneOf } from '../../../parts/printer-state.ts'
import { useTill } from '../../shop/till.tsx'
import { usePrintersTexts } from '../../texts/use-texts.ts'
import { RemoveButton, RowButton } from '../row-buttons.tsx'
import { Agents } from './agents.tsx'
import { PrinterForm } from './printer-form.tsx'
import { type ShownPrinter, usePrinters } from './use-printers.ts'

/** The printers of the shop: added, tried out, changed and removed. */
export function Printers({ onClose }: { readonly onClose: () => void }) {
  const texts = usePrintersTexts()
  const { user } = useTill()
  const { found, trouble, read } = usePrinters()
  const [edited, setEdited] = useState<Printer | 'new'>()
  return (
    <Dialog title={texts.title} size="wide" onClose={onClose}>
      <p class="trouble" role="alert">
        {trouble}
      </p>
      {found?.printers.length === 0 && <p class="quiet">{texts.none}</p>}
      <ul class="settings">
        {found?.printers.map((printer) => (
          <li key={printer.config.id}>
            <PrinterRow
              {...printer}
              onChange={() => setEdited(printer.config)}
              onChanged={read}
            />
          </li>
        ))}
      </ul>
      {found && <DoubtfulPrints jobs={found.jobs} onPrinted={read} />}
      {found && found.reached.length > 0 && (
        <button type="button" class="strong" onClick={() => setEdited('new')}>
          {texts.add}
        </button>
      )}
      {found?.reached.length === 0 && (
        <p>
          {texts.noneReached} {user.isAdmin ? texts.howToInstall : texts.askAdministrator}
        </p>
      )}
      {found && user.isAdmin && <Agents agents={found.agents} onChanged={read} />}
      {found && edited && (
        <PrinterForm
          printer={edited === 'new' ? undefined : edited}
          {...found}
          onClose={() => setEdited(undefined)}
          onSaved={async () => {
            await read()
            setEdited(undefined)
          }}
        />
      )}
    </Dialog>
  )
}

type RowProps = ShownPrinter & {
  readonly onChange: () => void
  readonly onChanged: () => Promise<void>
}

function PrinterRow({ config, status, onChange, onChanged }: RowProps) {
  const texts = usePrintersTexts()
  const { failed, may } = useTill()
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
