import type { ImportRun } from '../../../../shared/client/api.ts'
import { useFormats } from '../../../parts/formats.tsx'
import { Table } from '../../controls/table.tsx'
import type { Column } from './columns.ts'
import { centsOf, type DecimalSign } from './price-cents.ts'
import type { Part, Row } from './read-table.ts'
import { useTexts } from './texts/use-texts.ts'

type Props = {
  readonly run: ImportRun
  readonly parts: readonly Part[]
  readonly columns: readonly (Column | undefined)[]
  readonly decimal: DecimalSign | undefined
}

/** Shows the effect of a run, row by row, and its refused rows. */
export function Outcome({ run, parts, columns, decimal }: Props) {
  const texts = useTexts()
  const { number } = useFormats()
  const { added, changed, planned, refusedCount, dryRun } = run
  const rows = run.parts.reduce((sum, part) => sum + part.rows, 0)
  const failure = run.parts.find((part) => part.failure !== undefined)?.failure
  const outcomes = [
    { id: 'added', name: texts.added, count: added },
    { id: 'changed', name: texts.changed, count: changed },
    { id: 'same', name: texts.same, count: rows - added - changed - refusedCount },
    { id: 'refused', name: texts.refused, count: refusedCount },
  ]
  const rowOf = (at: { part: number; row: number }) =>
    parts[at.part - 1]?.rows[at.row - 1]
  const cellOf = (row: Row | undefined, column: Column) =>
    row?.cells[columns.indexOf(column)]?.trim() ?? ''
  const nameOf = (row: Row | undefined) => cellOf(row, 'name') || cellOf(row, 'SKU')
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
      {run.refused.length > 0 && <Refused run={run} rowOf={rowOf} cellOf={cellOf} />}
      {planned.length > 0 && (
        <>
          <h3>{texts.rowByRow}</h3>
          <Table
            label={texts.rowByRow}
            rows={planned}
            keyOf={({ part, row }) => `${part} ${row}`}
            columns={[
              { heading: texts.name, cell: (each) => nameOf(rowOf(each)) },
              {
                heading: texts.row,
                isFigure: true,
                isWideOnly: true,
                cell: (each) => number(rowOf(each)?.line ?? each.row),
              },
              {
                heading: texts.whatChanges,
                cell: (each) => (
                  <Changes
                    planned={each}
                    price={cellOf(rowOf(each), 'price')}
                    decimal={decimal}
                  />
                ),
              },
            ]}
          />
          {added + changed > planned.length && (
            <p class="quiet small">
              {texts.moreRows(number(added + changed - planned.length))}
            </p>
          )}
        </>
      )}
    </div>
  )
}

type CellOf = (row: Row | undefined, column: Column) => string

type ChangesProps = {
  readonly planned: ImportRun['planned'][number]
  /** As it is written in the file. */
  readonly price: string
  readonly decimal: DecimalSign | undefined
}

function Changes({ planned, price, decimal }: ChangesProps) {
  const texts = useTexts()
  const { money, number } = useFormats()
  const labelOf = (column: string) => texts.columns[column as Column] ?? column
  if (planned.outcome === 'added') {
    const cents = centsOf(price, decimal)
    return <>{cents === undefined ? texts.isNew : texts.newWithPrice(money(cents))}</>
  }
  const shown = (column: string, value: string) => {
    if (value === '') return texts.nothing
    if (value === 'yes' || value === 'no') return texts[value]
    if (column === 'price' || column === 'cost') {
      return money(Math.round(Number(value) * 100))
    }
    return /^-?\d+$/.test(value) && column.match(/quantity|Threshold/)
      ? number(Number(value))
      : value
  }
  return (
    <ul class="plain-list">
      {planned.changes.map(({ column, from, to }) => (
        <li key={column}>
          {`${labelOf(column)}: ${shown(column, from)} → ${shown(column, to)}`}
        </li>
      ))}
    </ul>
  )
}

/** Most rows that are named for one reason. */
const mostLines = 20

type RefusedProps = {
  readonly run: ImportRun
  readonly rowOf: (at: { part: number; row: number }) => Row | undefined
  readonly cellOf: CellOf
}

/** Each reason once, with all rows that have it. */
function Refused({ run: { refused, refusedCount }, rowOf, cellOf }: RefusedProps) {
  const texts = useTexts()
  const { number } = useFormats()
  const reasons = new Map<string, { column: string; why: string; lines: number[] }>()
  for (const each of refused) {
    const row = rowOf(each)
    const { column } = each
    const isColumn = column !== null && column in texts.columns
    const isBlank = isColumn && cellOf(row, column as Column) === ''
    const needs = isColumn ? texts.needs[column as Column] : undefined
    const why =
      each.why === undefined || each.why === 'invalid'
        ? ((isBlank ? texts.missing : needs) ?? texts.why.invalid)
        : texts.why[each.why]
    const label = isColumn ? texts.columns[column as Column] : (column ?? '')
    const known = reasons.get(`${label} ${why}`) ?? { column: label, why, lines: [] }
    known.lines.push(row?.line ?? each.row)
    reasons.set(`${label} ${why}`, known)
  }
  const linesOf = (lines: readonly number[]) => {
    const shown = lines.slice(0, mostLines).map(number).join(', ')
    const more = lines.length - mostLines
    return more > 0 ? `${shown} ${texts.moreRefused(number(more))}` : shown
  }
  return (
    <>
      <h3>{texts.refusedRows}</h3>
      <Table
        label={texts.refusedRows}
        rows={[...reasons.values()]}
        keyOf={({ column, why }) => `${column} ${why}`}
        columns={[
          { heading: texts.column, cell: ({ column }) => column },
          { heading: texts.whyHeading, cell: ({ why }) => why },
          { heading: texts.rows, cell: ({ lines }) => linesOf(lines) },
        ]}
      />
      {refusedCount > refused.length && (
        <p class="quiet small">
          {texts.moreRefused(number(refusedCount - refused.length))}
        </p>
      )}
    </>
  )
}
