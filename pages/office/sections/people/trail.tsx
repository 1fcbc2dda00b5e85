import { useId, useMemo, useState } from 'preact/hooks'
import type { AuditEntry, AuditKind, User } from '../../../../shared/client/api.ts'
import { dayAt } from '../../../../shared/platform/time/clock.ts'
import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { SelectField } from '../../controls/select-field.tsx'
import { Table } from '../../controls/table.tsx'
import { useSearch } from '../../controls/use-search.tsx'
import { useList } from '../../figures/use-list.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { useChanges } from './changes.ts'
import { usePeopleTexts } from './use-texts.ts'

type Shown = AuditEntry & {
  readonly kindText: string
  readonly byText: string
  readonly changes: string
}

const textsOf = ({ kindText, byText, subjectName, changes }: Shown) => [
  kindText,
  byText,
  subjectName,
  changes,
]

/** Who did what: by days of the shop, by person and by kind, the latest first. */
export function Trail() {
  const texts = usePeopleTexts()
  const page = useTexts()
  const { moment, offsetAt } = useFormats()
  const changesOf = useChanges()
  const today = dayAt(Date.now(), offsetAt)
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
      (value ?? []).toReversed().map((entry) => ({
        ...entry,
        kindText: texts.kinds[entry.kind],
        byText: whoOf(entry, texts),
        // Shifts are called by their moments in Unix ms
        subjectName: /^\d{13}$/.test(entry.subjectName ?? '')
          ? moment(Number(entry.subjectName))
          : entry.subjectName,
        changes: changesOf(entry),
      })),
    [value, texts, changesOf, moment],
  )
  const { found, field } = useSearch(rows, textsOf, texts.searchTrail)
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
            rows={found}
            keyOf={({ id }) => id}
            columns={[
              {
                heading: texts.time,
                cell: ({ at }) => moment(Date.parse(at)),
              },
              { heading: texts.by, isWideOnly: true, cell: ({ byText }) => byText },
              {
                heading: texts.kind,
                cell: ({ kindText, byText, subjectName, changes }) => (
                  <>
                    {kindText}
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

type DayProps = {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly onDay: (day: string) => void
}

function DayField({ label, name, value, onDay }: DayProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="date"
        name={name}
        value={value}
        onChange={({ currentTarget }) => onDay(currentTarget.value)}
      />
    </div>
  )
}
