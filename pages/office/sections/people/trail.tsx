import { useMemo, useState } from 'preact/hooks'
import type { AuditEntry, AuditKind, User } from '../../../../shared/client/api.ts'
import { dayAt } from '../../../../shared/platform/time/clock.ts'
import { SelectField } from '../../../parts/controls/select-field.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { DayField } from '../../controls/day-field.tsx'
import { Table } from '../../controls/table.tsx'
import { useSearch } from '../../controls/use-search.tsx'
import { useList } from '../../figures/use-list.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { isId, useChanges } from './changes.ts'
import { usePeopleTexts } from './use-texts.ts'

type Shown = AuditEntry & {
  readonly kindText: string
  readonly byText: string
  readonly changes: string
  /** Number of entries in this row; absent for one. */
  readonly grouped?: number
}

const textsOf = ({ kindText, byText, subjectName, changes }: Shown) => [
  kindText,
  byText,
  subjectName,
  changes,
]

/** Shows the audit trail: by days of the shop, by person and by kind, the latest first. */
export function Trail() {
  const texts = usePeopleTexts()
  const page = useTexts()
  const { moment, dayOffsetAt } = useFormats()
  const changesOf = useChanges()
  const today = dayAt(Date.now(), dayOffsetAt)
  const [startDate, setStart] = useState(today)
  const [endDate, setEnd] = useState(today)
  const [userId, setUserId] = useState('')
  const [kind, setKind] = useState('')
  const key = `${startDate} ${endDate} ${userId} ${kind}`
  const people = useList(() => pos.users.list() as Promise<User[]>)
  const { value, problem } = useList(
    () =>
      pos.audit.list({
        query: {
          ...(startDate && { startDate }),
          ...(endDate && { endDate }),
          ...(userId && { userId }),
          ...(kind && { kind: kind as AuditKind }),
        },
      }),
    key,
  )
  const rows = useMemo(
    () =>
      (value ?? []).toReversed().map(
        (entry): Shown => ({
          ...entry,
          kindText: texts.kinds[entry.kind],
          byText: whoOf(entry, texts),
          // Shifts are called by their moments in Unix ms
          subjectName: /^\d{13}$/.test(entry.subjectName ?? '')
            ? moment(Number(entry.subjectName))
            : isId(entry.subjectName)
              ? null
              : subjectOf(entry, texts),
          changes: changesOf(entry),
        }),
      ),
    [value, texts, changesOf, moment],
  )
  const { found, field, query } = useSearch(rows, textsOf, texts.searchTrail)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const shown = useMemo(
    () => (query.trim() === '' ? inGroups(found, opened) : found),
    [found, query, opened],
  )
  return (
    <>
      <div class="section-bar">
        <DayField label={texts.from} name="from" value={startDate} onDay={setStart} />
        <DayField label={texts.to} name="to" value={endDate} onDay={setEnd} />
        <SelectField
          label={texts.by}
          name="by"
          value={userId}
          onChoose={setUserId}
          options={[
            { value: '', label: texts.everybody },
            ...(people.value ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <SelectField
          label={texts.kind}
          name="kind"
          value={kind}
          onChoose={setKind}
          options={[
            { value: '', label: texts.everyKind },
            ...Object.entries(texts.kinds)
              .map(([each, label]) => ({ value: each, label }))
              .sort((one, other) => one.label.localeCompare(other.label)),
          ]}
        />
        {field}
      </div>
      <p class="quiet small" role="status">
        {problem && <span class="trouble">{page.failed}</span>}
        {!value && !problem && page.loading}
        {value && texts.entryCount(found.length)}
      </p>
      {value && found.length === 0 && <p>{texts.noEntries}</p>}
      {found.length > 0 && (
        <div class="card trail">
          <Table
            label={texts.trail}
            rows={shown}
            keyOf={({ id }) => id}
            columns={[
              {
                heading: texts.time,
                cell: ({ at }) => moment(Date.parse(at)),
              },
              { heading: texts.by, isWideOnly: true, cell: ({ byText }) => byText },
              {
                heading: texts.kind,
                cell: ({ id, kindText, byText, subjectName, changes, grouped }) => (
                  <>
                    {kindText}
                    {grouped !== undefined && (
                      <button
                        type="button"
                        class="plain"
                        onClick={() => setOpened(new Set([...opened, id]))}
                      >
                        {texts.showEntries(grouped)}
                      </button>
                    )}
                    <span class="on-narrow quiet small block">
                      {[byText, subjectName, changes].filter(Boolean).join(' · ')}
                    </span>
                  </>
                ),
              },
              {
                heading: texts.subject,
                isWideOnly: true,
                cell: ({ subjectName }) => subjectName,
              },
              {
                heading: texts.changes,
                isWideOnly: true,
                cell: ({ changes }) => changes,
              },
            ]}
          />
        </div>
      )}
    </>
  )
}

/** Entries that follow each other so many and so close are no work of hands. */
const fewestGrouped = 10
const closeMs = 5_000

/**
 * Kinds that imports and bulk changes of prices enter by the hundred; no other entry is
 * ever hidden.
 */
const inBulk: ReadonlySet<AuditKind> = new Set([
  'price',
  'stock',
  'catalog',
  'tax',
  'user',
  'import',
])

/**
 * Groups the entries of an import, or of bulk changes of prices, as one row until it is opened.
 */
function inGroups(rows: readonly Shown[], opened: ReadonlySet<string>): Shown[] {
  const groups: Shown[][] = []
  for (const row of rows) {
    const last = groups.at(-1)
    const before = last?.at(-1)
    const isClose =
      before?.byText === row.byText &&
      [before.kind, row.kind].every((kind) => inBulk.has(kind)) &&
      Math.abs(Date.parse(before.at) - Date.parse(row.at)) <= closeMs
    if (isClose) last?.push(row)
    else groups.push([row])
  }
  return groups.flatMap((group) => {
    const [first] = group
    if (!first || group.length < fewestGrouped || opened.has(first.id)) return group
    const kindText = [...new Set(group.map((each) => each.kindText))].join(', ')
    return [{ ...first, kindText, subjectName: null, changes: '', grouped: group.length }]
  })
}

/** Imports are called by the kind of their rows. */
const subjectOf = (
  { kind, subjectName }: AuditEntry,
  { importKinds }: ReturnType<typeof usePeopleTexts>,
) => (kind === 'import' && subjectName ? (importKinds[subjectName] ?? null) : subjectName)

function whoOf(
  { userName, statedUserName, approvedByName }: AuditEntry,
  texts: ReturnType<typeof usePeopleTexts>,
): string {
  return [
    userName ?? texts.operator,
    statedUserName && texts.inNameOf(statedUserName),
    approvedByName && texts.approvedBy(approvedByName),
  ]
    .filter(Boolean)
    .join(', ')
}
