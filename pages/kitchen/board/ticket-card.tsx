import { Fragment } from 'preact'
import { useFormats } from '../../parts/formats.tsx'
import { fitting } from '../../parts/widest-word.ts'
import { useTexts } from '../texts/use-texts.ts'
import { ageOf, type Row, type Ticket } from './tickets.ts'
import { useRowSpan } from './use-row-span.ts'

type Props = {
  readonly ticket: Ticket
  /** The key that bumps it, if any. */
  readonly number: number | undefined
  readonly nowMs: number
  readonly limits: { readonly soon: number; readonly late: number }
  readonly mayBump: boolean
  readonly onBump: () => void
  readonly onRow: (row: Row) => void
}

/** Shows a ticket: its age, and the dishes to make. */
export function TicketCard(props: Props) {
  const { ticket, number, nowMs, limits, mayBump, onBump, onRow } = props
  const texts = useTexts()
  const { time } = useFormats()
  const { minutes, level } = ageOf(ticket, nowMs, limits)
  const place = usePlace()(ticket)
  const { ref, rows } = useRowSpan<HTMLElement>()
  return (
    <article
      ref={ref}
      class={`ticket ${level}`}
      style={{ gridRowEnd: `span ${rows}` }}
      aria-label={texts.ticketOf(place)}
    >
      <header>
        <h2 style={fitting(place)}>
          {number !== undefined && <kbd>{number}</kbd>}
          {place}
        </h2>
        <p class="age">
          {texts.ageLabel(minutes)}
          <span class="for-screen-readers">, {texts.levels[level]}</span>
        </p>
        <p class="facts">
          {[ticket.roomName, texts.waiter(ticket.userName), time(ticket.firedMs)]
            .filter((fact) => fact !== '')
            .join(' · ')}
        </p>
      </header>
      <ul>
        {byCourse(ticket.rows).map(([course, rows]) => (
          <Fragment key={course}>
            {course !== '' && <li class="course">{course}</li>}
            {rows.map((row) => (
              <RowItem
                key={row.key}
                row={row}
                mayBump={mayBump}
                onClick={() => onRow(row)}
              />
            ))}
          </Fragment>
        ))}
      </ul>
      {mayBump && (
        <button
          type="button"
          class="bump"
          aria-label={texts.bumpTicket(place)}
          onClick={onBump}
        >
          {texts.bump}
        </button>
      )}
    </article>
  )
}

/**
 * As on the kitchen's paper: lines without a course come first, so that they are not read
 * as a part of one.
 */
const byCourse = (rows: readonly Row[]) =>
  [...Map.groupBy(rows, ({ course }) => course)].toSorted(
    ([one], [other]) => Number(one !== '') - Number(other !== ''),
  )

/** A hook: where a ticket goes, in words. */
export function usePlace(): (ticket: Pick<Ticket, 'tableName'>) => string {
  const { noTable } = useTexts()
  return ({ tableName }) => tableName || noTable
}

type RowProps = {
  readonly row: Row
  readonly mayBump: boolean
  readonly onClick: () => void
}

function RowItem({ row, mayBump, onClick }: RowProps) {
  const { stateNames, cancelled } = useTexts()
  const { state } = row
  const content = (
    <>
      <span class="quantity">{row.quantity}×</span>
      <span class="what">
        <span class="dish" style={fitting(row.name)}>
          {row.name}
        </span>
        {row.modifiers.map((modifier) => (
          <span key={modifier} class="modifier">
            {modifier}
          </span>
        ))}
        {row.notes && <span class="notes">{row.notes}</span>}
        {state === 'cancelled' && <strong class="cancelled-mark">{cancelled}</strong>}
        {state === 'done' && <span class="for-screen-readers">{stateNames.done}</span>}
      </span>
    </>
  )
  return (
    <li class={`row ${state}`}>
      {mayBump && state !== 'cancelled' ? (
        <button type="button" aria-pressed={state === 'done'} onClick={onClick}>
          {content}
        </button>
      ) : (
        <div>{content}</div>
      )}
    </li>
  )
}
