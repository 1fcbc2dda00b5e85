import type { SoldLine } from './refund.ts'
import { useRefundTexts } from './use-texts.ts'

type Props = {
  readonly lines: readonly SoldLine[]
  /** Units of each line that go back, by its place. */
  readonly units: ReadonlyMap<number, number>
  readonly onUnits: (units: ReadonlyMap<number, number>) => void
}

/** Edits the units of each line that go back. */
export function Units({ lines, units, onUnits }: Props) {
  const texts = useRefundTexts()
  return (
    <ul class="units">
      {lines.map(({ name, left }, line) => {
        const count = units.get(line) ?? 0
        const change = (next: number) => onUnits(new Map(units).set(line, next))
        return (
          <li key={line} class="row">
            <span class="what">{name}</span>
            <button
              type="button"
              aria-label={texts.less(name)}
              disabled={count === 0}
              onClick={() => change(count - 1)}
            >
              <span aria-hidden="true">−</span>
            </button>
            <output>
              <strong>{count}</strong> <span class="quiet">{texts.ofLeft(left)}</span>
            </output>
            <button
              type="button"
              aria-label={texts.more(name)}
              disabled={count >= left}
              onClick={() => change(count + 1)}
            >
              <span aria-hidden="true">+</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
