import { useId, useMemo, useState } from 'preact/hooks'
import { find, searchText } from '../../parts/text-search.ts'

/** Something that can be picked: its name, more about it, and what else it is found by. */
export type Pickable = {
  readonly id: string
  readonly name: string
  readonly hint?: string
  /** A code that is typed or scanned whole picks it, whatever else is found. */
  readonly codes?: readonly (string | null)[]
}

type Props<Row extends Pickable> = {
  readonly label: string
  readonly rows: readonly Row[]
  readonly onPick: (row: Row) => void
  /** Text where nothing is found. */
  readonly none: string
}

/** More are found by typing more. */
const mostShown = 6

/** A field to search or scan in, and below it what was found, to pick one; Enter picks the first. */
export function SearchPick<Row extends Pickable>({
  label,
  rows,
  onPick,
  none,
}: Props<Row>) {
  const id = useId()
  const [query, setQuery] = useState('')
  const all = useMemo(
    () =>
      rows.map((row) => ({ row, text: searchText([row.name, ...(row.codes ?? [])]) })),
    [rows],
  )
  const found = query.trim() === '' ? [] : find(all, query).slice(0, mostShown)
  const pick = (row: Row) => {
    setQuery('')
    onPick(row)
  }
  const pickFirst = () => {
    const code = query.trim()
    const coded = rows.find(({ codes }) => codes?.includes(code))
    const first = coded ?? found[0]?.row
    if (first) pick(first)
  }
  return (
    <div class="search-pick">
      <div class="field">
        <label for={id}>{label}</label>
        <input
          id={id}
          type="search"
          data-codes="typed"
          autocomplete="off"
          value={query}
          aria-describedby={`${id}-found`}
          onInput={({ currentTarget }) => setQuery(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            pickFirst()
          }}
        />
      </div>
      <p id={`${id}-found`} role="status" class="quiet small">
        {query.trim() !== '' && found.length === 0 && none}
      </p>
      {found.length > 0 && (
        <ul>
          {found.map(({ row }) => (
            <li key={row.id}>
              <button type="button" onClick={() => pick(row)}>
                {row.name} {row.hint && <span class="quiet small">{row.hint}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
