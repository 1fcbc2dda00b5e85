import { useFormats } from '../../../parts/formats.tsx'
import { amountCell, type Cell, downloadTable } from '../../controls/download-table.ts'
import { Table } from '../../controls/table.tsx'
import { type Days, fileDays } from './period.ts'
import { useReportTexts } from './use-texts.ts'
import { WorkbookButton } from './workbook-button.tsx'

/** A column of figures, on the screen and in the file of them. */
export type DataColumn<Row> = {
  readonly heading: string
  /** Money is in cents, moments are Unix ms. */
  readonly kind: 'text' | 'count' | 'money' | 'moment'
  readonly isWideOnly?: boolean
  /** Null where there is none. */
  readonly value: (row: Row) => string | number | null
  /** Opens what is behind a row. */
  readonly onOpen?: (row: Row) => void
}

type Props<Row> = {
  readonly label: string
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly columns: readonly DataColumn<Row>[]
  /** They name the file. */
  readonly days: Days
}

/** A table of figures, and its file for a spreadsheet with all its columns. */
export function DataTable<Row>({ label, rows, keyOf, columns, days }: Props<Row>) {
  const texts = useReportTexts()
  const { money, number, moment, offsetAt } = useFormats()
  const written = ({ kind, value }: DataColumn<Row>, row: Row): string => {
    const each = value(row)
    if (each === null) return '–'
    if (typeof each === 'string') return each
    if (kind === 'money') return money(each)
    return kind === 'moment' ? moment(each) : number(each)
  }
  const inFile = ({ kind, value }: DataColumn<Row>, row: Row): Cell => {
    const each = value(row)
    if (typeof each !== 'number') return each ?? ''
    if (kind === 'money') return amountCell(each)
    if (kind === 'count') return each
    return new Date(each + offsetAt(each)).toISOString().slice(0, 16).replace('T', ' ')
  }
  const name = `${label} ${fileDays(days)}`
  const cells = () => [
    columns.map(({ heading }) => heading),
    ...rows.map((row) => columns.map((column) => inFile(column, row))),
  ]
  return (
    <>
      <div class="scrolled">
        <Table
          label={label}
          rows={rows}
          keyOf={keyOf}
          columns={columns.map((column) => ({
            heading: column.heading,
            isFigure: column.kind === 'count' || column.kind === 'money',
            ...(column.isWideOnly && { isWideOnly: true }),
            cell: (row: Row) =>
              column.onOpen ? (
                <button type="button" class="plain" onClick={() => column.onOpen?.(row)}>
                  {written(column, row)}
                </button>
              ) : (
                written(column, row)
              ),
          }))}
        />
      </div>
      <div class="actions below">
        <button
          type="button"
          onClick={() => downloadTable(name, cells(), number(1.5).charAt(1))}
        >
          {texts.csv}
        </button>
        <WorkbookButton
          label={texts.workbook}
          name={name}
          sheets={async () => [{ name: label, rows: cells() }]}
        />
      </div>
    </>
  )
}
