import { useId } from 'preact/hooks'
import { useTexts } from '../texts/use-texts.ts'
import { allDay, type Ticket } from './tickets.ts'

/** Shows the number of each dish still to be made, over all tickets. */
export function AllDay({ tickets }: { readonly tickets: readonly Ticket[] }) {
  const texts = useTexts()
  const id = useId()
  const counts = allDay(tickets)
  return (
    <section class="all-day" aria-labelledby={id}>
      <h2 id={id}>{texts.allDayTitle}</h2>
      {counts.length === 0 && <p class="quiet">{texts.nothing}</p>}
      <ul>
        {counts.map(({ name, count }) => (
          <li key={name}>
            <span class="quantity">{count}</span> {name}
          </li>
        ))}
      </ul>
    </section>
  )
}
