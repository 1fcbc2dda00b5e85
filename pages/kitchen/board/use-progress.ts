import { useState } from 'preact/hooks'
import type { KitchenLine, KitchenProgress } from '../../../shared/client/api.ts'
import { pos } from '../../parts/pos.ts'
import type { LineRef } from './tickets.ts'

type Status = KitchenProgress['status']

/** A line's new status, and when it was given, in Unix ms. */
type Change = { readonly status: Status; readonly atMs: number }

/**
 * Bumps and recalls lines. The screen shows a change at once, and until a reading that
 * began after the shop's confirmation; a refused change is taken back.
 */
export function useProgress(readMs: number, onProblem: (error: unknown) => void) {
  const [changes, setChanges] = useState<ReadonlyMap<string, Change>>(new Map())

  const mark = (lines: readonly LineRef[], change: Change) =>
    setChanges(
      (before) => new Map([...before, ...lines.map(({ id }) => [id, change] as const)]),
    )
  const set = async (lines: readonly LineRef[], status: Status) => {
    mark(lines, { status, atMs: Number.POSITIVE_INFINITY })
    try {
      await Promise.all(
        [...Map.groupBy(lines, ({ orderId }) => orderId)].map(([id, group]) =>
          pos.orders.progress({
            params: { id },
            body: { dishIds: group.map((line) => line.id), status },
          }),
        ),
      )
      mark(lines, { status, atMs: Date.now() })
    } catch (error) {
      mark(lines, { status, atMs: 0 })
      onProblem(error)
    }
  }
  const changed = new Map<string, KitchenLine['status']>(
    [...changes]
      .filter(([, { atMs }]) => atMs >= readMs)
      .map(([id, { status }]) => [id, status]),
  )
  return { changed, set }
}
