import { useEffect, useState } from 'preact/hooks'
import { useVisit } from '../../figures/visit.tsx'
import { type Booking, type Item, newBooking } from './items.ts'
import type { Line } from './lines.tsx'

/** A list that somebody has begun. */
export type InProgress = {
  readonly lines: readonly Line[]
  readonly booking: Booking
  /** The book as it was when a line's units were entered; undefined where it could not be read. */
  readonly books: Map<string, Promise<Item | undefined>>
}

/** They outlive a look at another part or section, until the page is closed. */
const begun = new Map<string, InProgress>()

const nothing = (): InProgress => ({ lines: [], booking: newBooking(), books: new Map() })

/** A hook: a list as somebody left it, and what changes its lines. Without lines it begins anew. */
export function useInProgress(part: string) {
  const { user } = useVisit()
  const key = `${part} ${user.userId}`
  const [inProgress, show] = useState(() => begun.get(key) ?? nothing())
  const change = (next: (lines: readonly Line[]) => readonly Line[]) => {
    const now = begun.get(key) ?? inProgress
    const lines = next(now.lines)
    const changed = lines.length === 0 ? nothing() : { ...now, lines }
    begun.set(key, changed)
    show(changed)
  }
  const isBegun = inProgress.lines.length > 0
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    if (isBegun) addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isBegun])
  return [inProgress, change] as const
}
