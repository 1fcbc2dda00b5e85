import { useEffect, useRef, useState } from 'preact/hooks'
import type { ImportRun } from '../../../../shared/client/api.ts'
import { SelectField } from '../../../parts/controls/select-field.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { ConfirmDialog } from '../../controls/confirm-dialog.tsx'
import { downloadTable } from '../../controls/download-table.ts'
import { useAction } from '../../controls/use-action.ts'
import { useShop } from '../../shop/shop.tsx'
import { ColumnChoice } from './column-choice.tsx'
import { type Column, columnsOf, type ImportKind } from './columns.ts'
import { columnsIn } from './known-columns.ts'
import { Outcome } from './outcome.tsx'
import { type FileTable, partsOf, readTable, textOf } from './read-table.ts'
import { runImport } from './run-import.ts'
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
  const [fileName, setFileName] = useState<string>()
  const [table, setTable] = useState<FileTable>()
  const [columns, setColumns] = useState<readonly (Column | undefined)[]>([])
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
    setTable(undefined)
    setFileName(file.name)
    let read: FileTable
    try {
      read = readTable(await textOf(file))
    } catch {
      return say(texts.notATable)
    }
    if (read.rows.length === 0) return say(texts.empty)
    setTable(read)
    setColumns(columnsIn(read.header, kind))
  }
  const parts = table ? partsOf(table, columns) : []
  const isNamed = columns.includes('name') || columns.includes('SKU')
  const go = async (dryRun: boolean) => {
    const how = { kind, dryRun, decimal: decimals[decimal] }
    const { signal } = leaving.current
    try {
      const bodies = parts.map(({ body }) => body)
      return await runImport(bodies, how, setProgress, signal)
    } finally {
      setProgress(undefined)
    }
  }
  const again = () => {
    setChecked(undefined)
    setRan(undefined)
  }
  const template = () => {
    const header = columnsOf[kind].map((column) => texts.columns[column])
    const sample = columnsOf[kind].map((column) => {
      const value = texts.sample[column]
      return typeof value === 'number' ? number(value) : value
    })
    const rows = [header, sample]
    downloadTable(texts.kinds[kind], rows, number(1.5).charAt(1))
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
              const next = value as ImportKind
              setKind(next)
              setColumns(columnsIn(table?.header ?? [], next))
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
          <summary>{texts.columnsTitle}</summary>
          <p>{columnsOf[kind].map((column) => texts.columns[column]).join(', ')}</p>
          <p class="quiet small">{texts.columnsHint[kind]}</p>
        </details>
        <div class="actions">
          <button type="button" onClick={template}>
            {texts.template}
          </button>
        </div>
        <span class="file-button">
          {fileName ?? texts.choose}
          <input
            type="file"
            name="file"
            aria-label={texts.choose}
            accept=".csv,.txt,text/csv"
            disabled={isBusy}
            onChange={({ currentTarget }) => void choose(currentTarget)}
          />
        </span>
        {table && (
          <ColumnChoice
            table={table}
            kind={kind}
            columns={columns}
            onColumns={(next) => {
              setColumns(next)
              again()
            }}
          />
        )}
        {table && !isNamed && <p class="trouble">{texts.noName}</p>}
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
            disabled={isBusy || parts.length === 0 || !isNamed}
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
      {shown && (
        <Outcome
          run={shown}
          parts={parts}
          columns={columns}
          decimal={decimals[decimal]}
        />
      )}
      {isAsking && checked && (
        <ConfirmDialog
          title={texts.runTitle}
          confirm={texts.run(number(changes))}
          onConfirm={async () => setRan(await go(false))}
          onClose={() => setAsking(false)}
        >
          <p>{texts.runText(number(checked.added), number(checked.changed))}</p>
          {columns.includes('quantity') && <p>{texts.runStock}</p>}
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
