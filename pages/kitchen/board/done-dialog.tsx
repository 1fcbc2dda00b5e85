import { Dialog } from '../../parts/controls/dialog.tsx'
import { useFormats } from '../../parts/formats.tsx'
import { useTexts } from '../texts/use-texts.ts'
import { usePlace } from './ticket-card.tsx'
import type { Ticket } from './tickets.ts'

type Props = {
  readonly tickets: readonly Ticket[]
  readonly mayRecall: boolean
  readonly onRecall: (ticket: Ticket) => void
  readonly onClose: () => void
}

/** Tickets with dishes that were bumped, the last one first, to take them back. */
export function DoneDialog({ tickets, mayRecall, onRecall, onClose }: Props) {
  const texts = useTexts()
  const { time } = useFormats()
  const place = usePlace()
  return (
    <Dialog title={texts.doneTitle} size="wide" onClose={onClose}>
      {tickets.length === 0 && <p class="quiet">{texts.noneDone}</p>}
      <ul class="done-list">
        {tickets.toReversed().map((ticket) => (
          <li key={ticket.key}>
            <p class="what">
              <strong>{place(ticket)}</strong>{' '}
              <span class="quiet">{time(ticket.firedMs)}</span>
              <span class="block">
                {ticket.rows
                  .filter(({ state }) => state === 'done')
                  .map(({ quantity, name }) => `${quantity}× ${name}`)
                  .join(', ')}
              </span>
            </p>
            {mayRecall && (
              <button
                type="button"
                aria-label={texts.recallTicket(place(ticket))}
                onClick={() => onRecall(ticket)}
              >
                {texts.recall}
              </button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
