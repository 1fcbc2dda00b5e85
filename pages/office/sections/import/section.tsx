import { useEffect, useRef, useState } from 'preact/hooks'
import type { ImportRun } from '../../../../shared/client/api.ts'
import { SelectField } from '../../../parts/controls/select-field.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { ConfirmDialog } from '../../controls/confirm-dialog.tsx'
import { Table } from '../../controls/table.tsx'
import { useAction } from '../../controls/use-action.ts'
import { useShop } from '../../shop/shop.tsx'
import { partsOf, textOf } from './parts.ts'
import { type ImportKind, runImport } from './run-import.ts'
import { useTexts } from './texts/use-texts.ts'

const decimals = { auto: undefined, comma: ',', point: '.' } as const
type Decimal = keyof typeof decimals

/** Products, dishes, suppliers and staff from a table: checked, seen, then imported. */
export function View() {
  const texts = useTexts()
  const { number } = useFormats()
  const { shop } = useShop()
  const kinds: readonly ImportKind[] = [
    shop.isRestaurant ? 'dishes' : 'products',
    'suppliers',
    'users',
  ]
  const [kind, setKind] = useState<ImportKind>(kinds[0] ?? 'products')
  const [decimal, setDecimal] = useState<Decimal>('auto')
  const [parts, setParts] = useState<readonly string[]>()
  const [checked, setChecked] = useState<ImportRun>()
  const [ran, setRan] = useState<ImportRun>()
  const [isAsking, setAsking] = useState(false)
  const [progress, setProgress] = useState<ImportRun>()
  const { isBusy, trouble, run, say } = useAction()
  const leaving = useRef(new AbortController())
  useEffect(() => {
    const { current } = leaving
    return () => current.abort()
  }, [])
  const choose = async (field: HTMLInputElement) => {
    const [file] = field.files ?? []
    if (!file) return
    setChecked(undefined)
    setRan(undefined)
    say(undefined)
    const read = partsOf(await textOf(file))
    setParts(read)
    if (read.length === 0) say(texts.empty)
  }
  const go = async (dryRun: boolean) => {
    const how = { kind, dryRun, decimal: decimals[decimal] }
    const { signal } = leaving.current
    try {
      return await runImport(parts ?? [], how, setProgress, signal)
    } finally {
      setProgress(undefined)
    }
  }
  const again = () => {
    setChecked(undefined)
    setRan(undefined)
  }
  const shown = ran ?? checked
  const changes = checked ? checked.added + checked.changed : 0
  return (
    <>
      <div class="card">
        <p class="quiet">{texts.hint}</p>
        <div class="side-by-side">
          <SelectField
            label={texts.kind}
            name="kind"
            value={kind}
            options={kinds.map((value) => ({ value, label: texts.kinds[value] }))}
            onChoose={(value) => {
              setKind(value as ImportKind)
              again()
            }}
          />
          <SelectField
            label={texts.decimal}
            name="decimal"
            value={decimal}
            options={(['auto', 'comma', 'point'] as const).map((value) => ({
              value,
              label: texts.decimals[value],
            }))}
            onChoose={(value) => {
              setDecimal(value as Decimal)
              again()
            }}
          />
        </div>
        <details>
          <summary>{texts.columns}</summary>
          <p>{texts.columnsOf[kind]}</p>
        </details>
        <div class="field">
          <label for="import-file">{texts.choose}</label>
          <input
            id="import-file"
            type="file"
            name="file"
            accept=".csv,.txt,text/csv"
            disabled={isBusy}
            onChange={({ currentTarget }) => void choose(currentTarget)}
          />
        </div>
        <p role="status">
          {progress
            ? texts.progress(
                number(progress.parts.reduce((sum, { rowsDone }) => sum + rowsDone, 0)),
                number(progress.parts.reduce((sum, { rows }) => sum + rows, 0)),
              )
            : isBusy && texts.checking}
        </p>
        <p class="trouble" role="alert">
          {trouble}
        </p>
        <div class="actions">
          <button
            type="button"
            class={checked ? '' : 'strong'}
            disabled={isBusy || !parts || parts.length === 0}
            onClick={() => {
              again()
              void run(async () => setChecked(await go(true)))
            }}
          >
            {texts.check}
          </button>
          {checked && !ran && (
            <button
              type="button"
              class="strong"
              disabled={isBusy || changes === 0}
              onClick={() => setAsking(true)}
            >
              {texts.run(number(changes))}
            </button>
          )}
        </div>
      </div>
      {shown && <Outcome run={shown} />}
      {isAsking && checked && (
        <ConfirmDialog
          title={texts.runTitle}
          confirm={texts.run(number(changes))}
          onConfirm={async () => setRan(await go(false))}
          onClose={() => setAsking(false)}
        >
          <p>{texts.runText(number(checked.added), number(checked.changed))}</p>
          {kind === 'products' && <p>{texts.runStock}</p>}
          {checked.refusedCount > 0 && (
            <p>{texts.runRefused(number(checked.refusedCount))}</p>
          )}
          <p role="status">
            {progress &&
              texts.progress(
                number(progress.parts.reduce((sum, { rowsDone }) => sum + rowsDone, 0)),
                number(progress.parts.reduce((sum, { rows }) => sum + rows, 0)),
              )}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** What a run would do or has done, and every row that it refuses. */
function Outcome({ run }: { readonly run: ImportRun }) {
  const texts = useTexts()
  const { number } = useFormats()
  const { added, changed, refused, refusedCount, parts, dryRun } = run
  const rows = parts.reduce((sum, part) => sum + part.rows, 0)
  const failure = parts.find((part) => part.failure !== undefined)?.failure
  const outcomes = [
    { id: 'added', name: texts.added, count: added },
    { id: 'changed', name: texts.changed, count: changed },
    { id: 'same', name: texts.same, count: rows - added - changed - refusedCount },
    { id: 'refused', name: texts.refused, count: refusedCount },
  ]
  return (
    <div class="card import-outcome">
      <h3>{dryRun ? texts.result : texts.ran}</h3>
      {!dryRun && run.status === 'done' && <p role="status">{texts.done}</p>}
      {failure !== undefined && (
        <p class="trouble" role="alert">
          {texts.failed(failure)}
        </p>
      )}
      <Table
        label={dryRun ? texts.result : texts.ran}
        rows={outcomes}
        keyOf={({ id }) => id}
        columns={[
          { heading: texts.outcome, cell: ({ name }) => name },
          { heading: texts.count, isFigure: true, cell: ({ count }) => number(count) },
        ]}
      />
      {refused.length > 0 && (
        <>
          <h3>{texts.refusedRows}</h3>
          <Table
            label={texts.refusedRows}
            rows={refused}
            keyOf={({ part, row, column }) => `${part} ${row} ${column}`}
            columns={[
              { heading: texts.row, cell: ({ row }) => number(row) },
              { heading: texts.column, cell: ({ column }) => column },
              { heading: texts.why, cell: ({ reason }) => reason },
            ]}
          />
          {refusedCount > refused.length && (
            <p class="quiet small">
              {texts.moreRefused(number(refusedCount - refused.length))}
            </p>
          )}
        </>
      )}
    </div>
  )
}
