import { useId, useState } from 'preact/hooks'
import type { Printer } from '../../../../shared/client/api.ts'
import { Choice } from '../../../parts/controls/choice.tsx'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { pos } from '../../../parts/pos.ts'
import { useTill } from '../../shop/till.tsx'
import { usePrintersTexts } from '../../texts/use-texts.ts'
import type { Printers } from './use-printers.ts'

type Props = Pick<Printers, 'printers' | 'reached'> & {
  /** The one to change; undefined for a new one. */
  readonly printer: Printer | undefined
  readonly onClose: () => void
  readonly onSaved: () => Promise<void>
}

const types = ['CUSTOMER', 'KITCHEN', 'BAR'] as const
const papers = [48, 42, 32] as const
const drawerTimes = ['never', 'cash', 'always'] as const

/** Which printer it is, what it prints and on which paper. */
export function PrinterForm({ printer, printers, reached, onClose, onSaved }: Props) {
  const texts = usePrintersTexts()
  const { shop, failed } = useTill()
  const [printerName, setName] = useState(printer?.printerName ?? reached[0] ?? '')
  const [printerType, setType] = useState<Printer['printerType']>(
    printer?.printerType ?? 'CUSTOMER',
  )
  const [columns, setColumns] = useState<Printer['columns']>(printer?.columns ?? 48)
  const [drawer, setDrawer] = useState<Printer['openDrawer']>(
    printer?.openDrawer ?? 'never',
  )
  const [trouble, setTrouble] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const id = useId()
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    setTrouble(undefined)
    const openDrawer = printerType === 'CUSTOMER' ? drawer : 'never'
    const choice = { printerName, printerType, columns, openDrawer } as const
    // Dots win over columns, so another paper ends them
    const body = columns === printer?.columns ? choice : { ...choice, dots: null }
    try {
      if (printer) await pos.printers.update({ params: { id: printer.id }, body })
      else {
        const isFirst = !printers.some(({ config }) => config.printerType === printerType)
        await pos.printers.create({ body: { ...body, isDefault: isFirst } })
      }
      await onSaved()
    } catch (error) {
      setTrouble(failed(error))
      setBusy(false)
    }
  }
  return (
    <Dialog title={printer ? texts.change : texts.add} onClose={onClose}>
      <form onSubmit={(event) => void save(event)}>
        <div class="field">
          <label for={`${id}-name`}>{texts.printer}</label>
          <select
            id={`${id}-name`}
            name="printer"
            value={printerName}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          >
            {[...new Set([printerName, ...reached])].map((name) => (
              <option key={name} value={name}>
                {reached.includes(name) ? name : texts.notReachedNow(name)}
              </option>
            ))}
          </select>
        </div>
        {shop.settings.businessType === 'restaurant' && (
          <Choice
            legend={texts.purpose}
            value={printerType}
            onChoose={setType}
            options={types.map((value) => ({ value, label: texts.types[value] }))}
          />
        )}
        <div class="field">
          <label for={`${id}-paper`}>{texts.paper}</label>
          <select
            id={`${id}-paper`}
            name="paper"
            value={columns}
            onChange={({ currentTarget }) =>
              setColumns(
                papers.find((each) => each === Number(currentTarget.value)) ?? 48,
              )
            }
          >
            {papers.map((paper) => (
              <option key={paper} value={paper}>
                {texts.papers[paper]}
              </option>
            ))}
          </select>
        </div>
        {printerType === 'CUSTOMER' && (
          <Choice
            legend={texts.drawer}
            value={drawer}
            onChoose={setDrawer}
            options={drawerTimes.map((value) => ({
              value,
              label: texts.drawerTimes[value],
            }))}
          />
        )}
        <p class="trouble" role="alert">
          {trouble}
        </p>
        <button type="submit" class="strong" disabled={isBusy}>
          {printer ? texts.save : texts.add}
        </button>
      </form>
    </Dialog>
  )
}
