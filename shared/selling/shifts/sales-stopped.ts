import { logger } from '../../logger.ts'
import { resources } from '../../platform/deployment/resources.ts'
import { readMany } from '../../platform/dynamodb/read.ts'
import { minutesOpen } from '../../platform/time/opening-hours.ts'
import { type DayRecord, dayRecordKey } from '../sales/day-record.ts'
import { openParts } from './parts.ts'
import { type OpenShift, openShiftKey } from './shift-records.ts'

/** The log line of a shop that is open and does not sell; the alarm SalesStopped counts it. */
export const salesStoppedEvent = 'sales-stopped'

/**
 * Logs that nothing was sold for the minutes that the deployment names, while a shift is
 * open and within the opening hours. One round trip.
 */
export async function logStoppedSales(nowMs: number): Promise<void> {
  const { afterMinutes, openingHours, timeZone } = resources.salesWatch()
  if (afterMinutes === 0) return
  const [shift, day] = await readMany<[OpenShift, DayRecord]>([
    openShiftKey,
    dayRecordKey,
  ])
  const tickets = (await openParts()).map((part) => part.day.lastTicketMs ?? 0)
  const sinceMs = Math.max(day?.lastTicketMs ?? 0, ...tickets, shift?.openedAtMs ?? nowMs)
  const openMinutes = minutesOpen(openingHours, timeZone, nowMs) ?? 0
  const minutes = Math.min((nowMs - sinceMs) / 60_000, openMinutes)
  if (minutes >= afterMinutes) {
    logger.info(salesStoppedEvent, { minutes: Math.round(minutes) })
  }
}
