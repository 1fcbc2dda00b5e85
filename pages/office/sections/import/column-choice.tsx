import { SelectField } from '../../../parts/controls/select-field.tsx'
import { type Column, columnsOf, type ImportKind } from './columns.ts'
import type { FileTable } from './read-table.ts'
import { useTexts } from './texts/use-texts.ts'

type Props = {
  readonly table: FileTable
  readonly kind: ImportKind
  readonly columns: readonly (Column | undefined)[]
  readonly onColumns: (columns: readonly (Column | undefined)[]) => void
}

/**
 * Chooses the column of each name in the file's header; unknown ones are left out unless
 * chosen.
 */
export function ColumnChoice({ table, kind, columns, onColumns }: Props) {
  const texts = useTexts()
  const unknown = table.header.filter((name, at) => name !== '' && !columns[at])
  const choose = (at: number, value: string) =>
    onColumns(
      columns.map((column, place) => {
        if (place === at) return columnsOf[kind].find((each) => each === value)
        return column === value ? undefined : column
      }),
    )
  return (
    <>
      {unknown.length > 0 && <p role="status">{texts.unknown(unknown.join(', '))}</p>}
      <details open={unknown.length > 0}>
        <summary>{texts.whatColumnsAre}</summary>
        <div class="import-columns">
          {table.header.map((name, at) =>
            name === '' ? null : (
              <SelectField
                key={at}
                label={name}
                name={`column ${name}`}
                value={columns[at] ?? ''}
                options={[
                  { value: '', label: texts.leaveOut },
                  ...columnsOf[kind].map((value) => ({
                    value,
                    label: texts.columns[value],
                  })),
                ]}
                onChoose={(value) => choose(at, value)}
              />
            ),
          )}
        </div>
      </details>
    </>
  )
}
