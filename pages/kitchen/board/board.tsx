import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useErrorText } from '../../parts/error-text.ts'
import { useKept } from '../../parts/kept.ts'
import type { Me } from '../../parts/pos.ts'
import { problemOf } from '../../parts/problem.ts'
import { useWakeLock } from '../../parts/use-wake-lock.ts'
import {
  type ScreenSettings,
  screenSettings,
  seenCancelled,
} from '../device/screen-settings.ts'
import { ring } from '../device/sound.ts'
import { useTexts } from '../texts/use-texts.ts'
import { AllDay } from './all-day.tsx'
import { DoneDialog } from './done-dialog.tsx'
import { Header } from './header.tsx'
import { SettingsDialog } from './settings-dialog.tsx'
import { useStations, wantedAt } from './stations.ts'
import { TicketCard, usePlace } from './ticket-card.tsx'
import { linesOf, type Row, type Ticket, ticketsOf, withStatus } from './tickets.ts'
import { useBumpKeys } from './use-bump-keys.ts'
import { useOrders } from './use-orders.ts'
import { useProgress } from './use-progress.ts'

type Props = {
  readonly me: Me
  readonly shopName: string
  readonly onSessionOver: () => void
  readonly onLogOut: () => Promise<void>
}

/** The tickets of a station, oldest first. */
export function Board({ me, shopName, onSessionOver, onLogOut }: Props) {
  const texts = useTexts()
  const place = usePlace()
  const errorText = useErrorText()
  const may = (permission: string) => me.perms.some(({ name }) => name === permission)
  const mayBump = may('orders_update')
  const [settings, setSettings] = useKept(screenSettings)
  const [dialog, setDialog] = useState<'done' | 'settings'>()
  const [trouble, setTrouble] = useState<string>()
  const [said, setSaid] = useState('')
  const [lastBumped, setLastBumped] = useState<Ticket>()

  const onProblem = (error: unknown) => {
    const problem = problemOf(error)
    if (problem === 'session-over') onSessionOver()
    // The header says it while the shop does not answer
    else if (problem !== 'unreachable') setTrouble(errorText(error))
  }
  const { orders, readMs, nowMs, lostMs, isLive } = useOrders(onProblem)
  const { changed, set } = useProgress(readMs, (error) => {
    setTrouble(errorText(error))
    onProblem(error)
  })
  const stations = useStations(may('categories_read'))
  useWakeLock()

  const tickets = ticketsOf(
    withStatus(orders ?? [], changed),
    wantedAt(settings.station, stations),
    seenCancelled.get(),
    nowMs,
  )
  const open = tickets.filter(({ isOpen }) => isOpen)
  useArrivals(orders && open, (ticket) => {
    if (settings.hasSound) ring()
    setSaid(texts.newTicket(place(ticket)))
  })

  const bump = (ticket: Ticket) => {
    setTrouble(undefined)
    void seenCancelled.add(linesOf(ticket, 'cancelled').map(({ id }) => id))
    void set(linesOf(ticket, 'open'), 'done')
    setLastBumped(ticket)
    setSaid(texts.bumped(place(ticket)))
  }
  const recall = (ticket: Ticket) => {
    setTrouble(undefined)
    void set(linesOf(ticket, 'done'), 'sent')
    setLastBumped(undefined)
  }
  const turnRow = (row: Row) => {
    setTrouble(undefined)
    void set(row.lines, row.state === 'done' ? 'sent' : 'done')
  }
  useBumpKeys(settings.hasKeys && mayBump && !dialog, (key) => {
    const ticket = open[key - 1]
    if (key === 0) {
      const now = tickets.find((each) => each.key === lastBumped?.key)
      if (now) recall(now)
    } else if (ticket) bump(ticket)
  })

  return (
    <div class="kitchen">
      <Header
        shopName={shopName}
        station={settings.station}
        stations={stations}
        count={open.length}
        lostMs={lostMs}
        isLive={isLive}
        settings={settings}
        onSettings={(next: ScreenSettings) => setSettings(next)}
        onDialog={setDialog}
      />
      <p class="trouble banner" role="alert">
        {trouble}
      </p>
      {!mayBump && <p class="banner quiet">{texts.readOnly}</p>}
      <p class="for-screen-readers" aria-live="polite">
        {said}
      </p>
      <main class={settings.showsAllDay ? 'with-all-day' : ''}>
        {settings.showsAllDay && <AllDay tickets={open} />}
        {open.length === 0 ? (
          <Empty isRead={orders !== undefined} />
        ) : (
          <div class="tickets">
            {open.map((ticket, at) => (
              <TicketCard
                key={ticket.key}
                ticket={ticket}
                number={settings.hasKeys && at < 9 ? at + 1 : undefined}
                nowMs={nowMs}
                limits={settings}
                mayBump={mayBump}
                onBump={() => bump(ticket)}
                onRow={turnRow}
              />
            ))}
          </div>
        )}
      </main>
      {dialog === 'done' && (
        <DoneDialog
          tickets={tickets.filter((ticket) => linesOf(ticket, 'done').length > 0)}
          mayRecall={mayBump}
          onRecall={recall}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'settings' && (
        <SettingsDialog
          settings={settings}
          stations={stations}
          userName={me.user.name}
          onChange={setSettings}
          onLogOut={() => void onLogOut().catch(onProblem)}
          onClose={() => setDialog(undefined)}
        />
      )}
    </div>
  )
}

function Empty({ isRead }: { readonly isRead: boolean }) {
  const texts = useTexts()
  if (!isRead) return <p class="empty quiet">{texts.starting}</p>
  return (
    <div class="empty">
      <p class="large">{texts.nothing}</p>
      <p class="quiet">{texts.nothingHint}</p>
    </div>
  )
}

/** Reports new tickets; those of the first reading are not new. */
function useArrivals(
  tickets: readonly Ticket[] | undefined,
  onArrival: (ticket: Ticket) => void,
): void {
  const known = useRef<ReadonlySet<string> | undefined>(undefined)
  const keys = useMemo(() => tickets?.map(({ key }) => key).join('\n'), [tickets])
  useEffect(() => {
    if (!tickets) return
    const arrived = tickets.filter(({ key }) => known.current && !known.current.has(key))
    known.current = new Set([...(known.current ?? []), ...tickets.map(({ key }) => key)])
    const [first] = arrived
    if (first) onArrival(first)
  }, [keys])
}
