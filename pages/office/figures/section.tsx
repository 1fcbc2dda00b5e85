import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { useFormats } from '../../parts/formats.tsx'
import { useTexts } from '../texts/use-texts.ts'
import type { Reading } from './reading.ts'
import { useVisit } from './visit.tsx'

type Props<Value> = {
  readonly title: string
  readonly reading: Reading<Value>
  /** A name for the styles, which place the section. */
  readonly area: string
  /** `readMs` is when the value was read. */
  readonly children: (value: Value, readMs: number) => ComponentChildren
}

/** A part of the page with its title, or why it has nothing to show. */
export const Section = <Value,>({ title, reading, area, children }: Props<Value>) => (
  <Card title={title} area={area}>
    <Content reading={reading}>{children}</Content>
  </Card>
)

type CardProps = Pick<Props<unknown>, 'title' | 'area'> & {
  readonly children: ComponentChildren
}

/** A part of the page with its title. */
export function Card({ title, area, children }: CardProps) {
  const id = useId()
  return (
    <section class={`card ${area}`} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

/** Shows the value that was read, even an old one, or the reason for none. */
export function Content<Value>({
  reading: { value, readMs = 0, problem },
  children,
}: Pick<Props<Value>, 'reading' | 'children'>) {
  const texts = useTexts()
  const { time } = useFormats()
  // The header says it for all sections while the shop does not answer.
  const { lostMs } = useVisit()
  if (problem === 'denied') return <p class="quiet">{texts.denied}</p>
  if (readMs === 0) {
    return problem ? (
      <p class="trouble">{texts.failed}</p>
    ) : (
      <p class="quiet">{texts.loading}</p>
    )
  }
  return (
    <>
      {children(value as Value, readMs)}
      {problem && lostMs === undefined && (
        <p class="trouble">{texts.stale(time(readMs))}</p>
      )}
    </>
  )
}
