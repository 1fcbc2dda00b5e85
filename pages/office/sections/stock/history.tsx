import { useState } from 'preact/hooks'
import type { AuditEntry } from '../../../../shared/client/api.ts'
import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { SearchPick } from '../../controls/search-pick.tsx'
import { Table } from '../../controls/table.tsx'
import { useAction } from '../../controls/use-action.ts'
import type { Item } from './items.ts'
import { useTexts } from './texts/use-texts.ts'

type Row = {
  readonly id: string
  readonly at: string
  readonly who: string | null
  readonly before: number | undefined
  readonly after: number | undefined
  readonly why: string
}

const daysBack = 90

/** Shows the changes of a product's units by hand: user, time and reason. */
export function History({ items }: { readonly items: readonly Item[] }) {
  const texts = useTexts()
  const { moment, number } = useFormats()
  const { trouble, run } = useAction()
  const [shown, setShown] = useState<{ readonly item: Item; readonly rows: Row[] }>()
  const show = (item: Item) =>
    run(async () => {
      const startMs = Date.now() - daysBack * 86_400_000
      const startDate = new Date(startMs).toISOString().slice(0, 10)
      const entries = await pos.audit.list({ query: { kind: 'stock', startDate } })
      setShown({ item, rows: entries.flatMap((entry) => rowsOf(entry, item)) })
    })
  const units = (value: number | undefined) => (value === undefined ? '–' : number(value))
  return (
    <div class="card">
      <p class="quiet">{texts.historyHint}</p>
      <SearchPick
        label={texts.pick}
        rows={items}
        none={texts.none}
        onPick={(item) => void show(item)}
      />
      <p class="trouble" role="alert">
        {trouble}
      </p>
      {shown && <h3>{texts.historyOf(shown.item.name)}</h3>}
      {shown?.rows.length === 0 && <p class="quiet">{texts.noHistory}</p>}
      {shown && shown.rows.length > 0 && (
        <Table
          label={texts.historyOf(shown.item.name)}
          rows={shown.rows}
          keyOf={({ id }) => id}
          columns={[
            { heading: texts.when, cell: ({ at }) => moment(Date.parse(at)) },
            { heading: texts.who, cell: ({ who }) => who ?? texts.nobody },
            {
              heading: texts.change,
              isFigure: true,
              cell: ({ before, after }) => `${units(before)} → ${units(after)}`,
            },
            { heading: texts.why, cell: ({ why }) => why },
          ]}
        />
      )}
    </div>
  )
}

type Adjustment = {
  readonly productId: string
  readonly variantId?: string
  readonly before: number
  readonly after: number
  readonly reason?: string
}

/** Returns an entry's rows about the units of a product. */
function rowsOf(entry: AuditEntry, { productId, variantId }: Item): Row[] {
  const { id, at, userName: who, before, after } = entry
  const { adjustments } = (after ?? {}) as { readonly adjustments?: Adjustment[] }
  if (adjustments) {
    return adjustments
      .filter((each) => each.productId === productId && each.variantId === variantId)
      .map((each) => ({
        id,
        at,
        who,
        before: each.before,
        after: each.after,
        why: each.reason ?? '',
      }))
  }
  if (entry.subjectId !== (variantId ?? productId)) return []
  const unitsIn = (values: typeof before) =>
    typeof values?.quantity === 'number' ? values.quantity : undefined
  const row = { id, at, who, before: unitsIn(before), after: unitsIn(after), why: '' }
  return row.before === undefined && row.after === undefined ? [] : [row]
}
