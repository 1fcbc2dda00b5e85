/** A name with its figure, which may be the total of those above. */
export type Row = readonly [name: string, figure: string | undefined, kind?: 'total']

type Props = { readonly title?: string; readonly rows: readonly Row[] }

/** Names with their figures; those without one are left out. */
export function Rows({ title, rows }: Props) {
  const shown = rows.filter(([, figure]) => figure !== undefined)
  if (shown.length === 0) return null
  return (
    <div class="rows">
      {title && <h3>{title}</h3>}
      <dl>
        {shown.map(([name, figure, kind = '']) => (
          <div key={name} class={`row ${kind}`}>
            <dt>{name}</dt>
            <dd class="figure">{figure}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
