import {
  areEventsAwaited,
  recordEvents,
} from '../../lightning/payments-feed/event-log.ts'
import { deadlineAt } from '../../lightning/payments-feed/fan-out.ts'
import { sendOrHandOver } from '../../lightning/payments-feed/publish.ts'
import { receives } from '../../lightning/payments-feed/topics.ts'
import { allWatchers } from '../../lightning/payments-feed/watchers.ts'
import { logger } from '../../logger.ts'
import { shownInKitchen } from '../../selling/kitchen/kitchen-screen.ts'
import { openShiftKey } from '../../selling/shifts/shift-records.ts'
import { stepOf } from '../../selling/till-data/moved-by.ts'
import { askedVersion, moveVersion } from '../../selling/till-data/version.ts'
import type { CommittedChange } from '../changes/committed-change.ts'
import type { Consumer } from '../changes/consume-stream.ts'
import { changedLines, newsOf } from './derive.ts'
import type { EventFrame, EventNews } from './event-frame.ts'
import { stockFrames } from './stock-frames.ts'

/** Sockets that are slow hold up the stream for this long; then a worker serves them. */
const inlineMs = 5_000
const graceMs = 1_200

/**
 * Tells the open sockets of /ws/events the changes. Reads only the listeners, and writes
 * nothing unless somebody listens or did a minute ago; then frames are recorded for
 * replays first. A repeated change is sent again: with the same `eventId`, but where it moves
 * the version of /till-data again.
 */
export const liveEvents: Consumer = {
  name: 'live-events',
  consume: async (changes) => {
    const nowMs = Date.now()
    const [sockets, isAwaited, version] = await Promise.all([
      allWatchers(),
      areEventsAwaited(nowMs),
      // Even without a listener: the next page asks by the version
      versionAfter(changes),
    ])
    const listening = sockets.filter(({ events }) => events)
    if (listening.length === 0 && !isAwaited) return
    const isStockAwaited =
      isAwaited || listening.some(({ events }) => receives(events, 'stock.changed'))
    const frames = [
      ...(await framesOf(changes, nowMs)),
      ...catalogueFrames(version, changes, nowMs),
      ...(isStockAwaited ? await stockFrames(changes, nowMs) : []),
    ]
    const wanted = isAwaited
      ? frames
      : frames.filter(({ type }) =>
          listening.some(({ events }) => receives(events, type)),
        )
    if (wanted.length === 0) return
    await recordEvents(wanted, nowMs)
    const deadline = deadlineAt(nowMs + inlineMs, graceMs)
    for (const frame of wanted) {
      await sendOrHandOver({ frame, atMs: nowMs }, deadline, listening)
    }
    const oldestMs = Math.min(...changes.map(({ atMs }) => atMs))
    logger.info('events-sent', {
      frames: wanted.length,
      sockets: listening.length,
      lagMs: Date.now() - oldestMs,
    })
  },
}

/** The version of /till-data after changes of it or of the open shift; undefined after others. */
async function versionAfter(
  changes: readonly CommittedChange[],
): Promise<string | undefined> {
  const step = stepOf(changes)
  if (step) return moveVersion(step)
  return changes.some(isOfShift) ? askedVersion() : undefined
}

const isOfShift = ({ key }: CommittedChange) =>
  key.pk === openShiftKey.pk && key.sk === openShiftKey.sk

/**
 * One frame of a version that has moved, and one more of the same version for the open shift. A
 * batch that is repeated may hold more changes than before: its frames are other ones.
 */
function catalogueFrames(
  version: string | undefined,
  changes: readonly CommittedChange[],
  at: number,
): EventFrame[] {
  if (version === undefined) return []
  const ofShift = changes.findLast(isOfShift)
  const ids = [
    ...(stepOf(changes) ? [`version-${version}`] : []),
    ...(ofShift ? [`${ofShift.id}-shift`] : []),
  ]
  return ids.map((eventId) => ({
    type: 'catalogue.changed',
    id: version,
    version,
    at,
    eventId,
  }))
}

/** The frames of changes in their order, an order's before those of its lines. */
async function framesOf(
  changes: readonly CommittedChange[],
  at: number,
): Promise<EventFrame[]> {
  const all = await Promise.all(
    changes.map(async (change) => {
      const news = [...newsOf(change), ...(await newsOfLines(change))]
      return news.map(
        (each, index) =>
          ({ ...each, at, eventId: `${change.id}-${index}` }) as EventFrame,
      )
    }),
  )
  return all.flat()
}

async function newsOfLines(change: CommittedChange): Promise<EventNews[]> {
  const changed = changedLines(change)
  if (!changed) return []
  const { order, lines, lost } = changed
  const isLost = new Set(lost.map(({ id }) => id))
  const [shown] = await shownInKitchen([{ order, lines: [...lines, ...lost] }])
  if (!shown) return []
  const { tableId, tableName, roomName, userName } = shown
  return shown.lines.map((line) => ({
    type: 'line.changed',
    id: line.id,
    orderId: order.id,
    tableId,
    tableName,
    roomName,
    userName,
    dishId: line.dishId,
    name: line.name,
    categoryId: line.categoryId,
    modifiers: line.modifiers,
    notes: line.notes,
    status: line.status,
    firedAt: line.firedAt,
    ...(isLost.has(line.id) && { deleted: true as const }),
  }))
}
