import { useMemo, useState } from 'preact/hooks'
import { TextField } from '../../parts/controls/text-field.tsx'
import { find, searchText } from '../../parts/text-search.ts'

/**
 * A hook: a field to search in, and the rows that have each word of what is typed, the best ones
 * first. `textsOf` are what a row is found by; it must not be new at each rendering.
 */
export function useSearch<Row>(
  rows: readonly Row[],
  textsOf: (row: Row) => readonly (string | null)[],
  label: string,
) {
  const [query, setQuery] = useState('')
  const all = useMemo(
    () => rows.map((row) => ({ row, text: searchText(textsOf(row)) })),
    [rows, textsOf],
  )
  const found = useMemo(() => find(all, query).map(({ row }) => row), [all, query])
  const field = (
    <TextField
      label={label}
      name="search"
      type="search"
      autocomplete="off"
      takesCodes
      value={query}
      onText={setQuery}
    />
  )
  return { query, setQuery, found, field }
}
