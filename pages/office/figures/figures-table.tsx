import type { ComponentChildren } from 'preact'

type Props = {
  /** Headings of the rows' names and of their two figures. */
  readonly headings: readonly [string, string, string]
  /** The rows. */
  readonly children: ComponentChildren
}

/** A table of rows with two figures each. */
export function FiguresTable({ headings: [name, ...figures], children }: Props) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{name}</th>
          {figures.map((heading) => (
            <th key={heading} scope="col" class="figure">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}
