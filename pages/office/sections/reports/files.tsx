import { parse } from 'csv-parse/browser/esm/sync'
import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { type Cell, downloadTable } from '../../controls/download-table.ts'
import { useAction } from '../../controls/use-action.ts'
import { Card } from '../../figures/section.tsx'
import { type Days, fileDays } from './period.ts'
import { useQueryOf } from './use-dates.ts'
import { useReportTexts } from './use-texts.ts'
import { WorkbookButton } from './workbook-button.tsx'

const types = ['sales', 'taxes', 'payments', 'refunds', 'z-reports'] as const
type Type = (typeof types)[number]

/** The tables of a period for the accountant: each by itself, and all in one file. */
export function Files({ days }: { readonly days: Days }) {
  const texts = useReportTexts()
  const { number } = useFormats()
  const queryOf = useQueryOf()
  const { isBusy, trouble, run } = useAction()
  const read = async (type: Type) =>
    cellsOf(await pos.reports.export({ query: { ...queryOf(days), type } }))
  const nameOf = (type: Type) => `${texts.files[type]} ${fileDays(days)}`
  return (
    <Card title={texts.filesView} area="files">
      <p>{texts.filesHint}</p>
      <div class="actions start">
        <WorkbookButton
          label={texts.accountantsFile}
          name={`${texts.accountantsFileName} ${fileDays(days)}`}
          // One after another: each reads the whole period
          sheets={async () => {
            const sheets = []
            for (const type of types)
              sheets.push({ name: texts.files[type], rows: await read(type) })
            return sheets
          }}
        />
      </div>
      <p class="trouble" role="alert">
        {trouble}
      </p>
      <ul class="rows">
        {types.map((type) => (
          <li key={type}>
            <span class="what">
              {texts.files[type]}
              <span class="quiet small block">{texts.fileHints[type]}</span>
            </span>
            <button
              type="button"
              disabled={isBusy}
              aria-label={`${texts.csv}: ${texts.files[type]}`}
              onClick={() =>
                void run(async () =>
                  downloadTable(nameOf(type), await read(type), number(1.5).charAt(1)),
                )
              }
            >
              {texts.csv}
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Columns whose texts may look like numbers, as docs/exports.md lists them. */
const ofText: ReadonlySet<string> = new Set([
  'productName',
  'userName',
  'servedBy',
  'takenBy',
  'closedBy',
  'modifiers',
  'category',
  'sku',
  'transactionId',
  'paymentHash',
  'invoice',
  'reason',
  'taxName',
  'buyer',
  'buyerTaxId',
  'buyerAddress',
  'buyerEmail',
])

/** The cells of an export: its numbers have a point before decimals. */
function cellsOf(csv: string): Cell[][] {
  const [header = [], ...rows] = parse(csv, { bom: true })
  return [
    header,
    ...rows.map((row) =>
      row.map((text, at): Cell => {
        const isNumber =
          /^-?\d{1,15}(\.\d+)?$/.test(text) && !ofText.has(header[at] ?? '')
        if (!isNumber) return text
        return text.includes('.') ? { decimal: text } : Number(text)
      }),
    ),
  ]
}
