import { newId } from '../../ids.ts'
import { collectionKey, type Item, type Key } from '../../platform/dynamodb/keys.ts'
import type { Page } from '../../platform/dynamodb/page.ts'
import { read, readAll } from '../../platform/dynamodb/read.ts'
import { transactIfHolds, updateIfHolds } from '../../platform/dynamodb/transact.ts'
import { deleteItem, insert, put, update } from '../../platform/dynamodb/write.ts'
import { isoSeconds, isoSecondsIfAny } from '../../platform/time/iso.ts'
import type { Alert, Details } from './alert.ts'
import { type AlertKind, type Category, kindOf } from './alert-kinds.ts'

/** An alert to raise. At most one alert is open for each kind and subject. */
export type NewAlert = {
  readonly kind: AlertKind
  /**
   * Subject of the alert: an id of at most 500 bytes. For a momentary alert, the id of
   * its event.
   */
  readonly subject: string
  readonly details: Details
  /** Unix ms; when it is raised, unless something earlier is known. */
  readonly occurredAtMs?: number
  /** Person who caused it. */
  readonly actor?: AlertActor
  /** Outcome, for a momentary alert with several possible outcomes. */
  readonly status?: string
  /** Unix ms; it ends then, unless it is raised again before. */
  readonly endsAtMs?: number
}

export type AlertActor = {
  readonly userId: string
  readonly userName: string
  readonly roleName: string | null
}

/** An alert as it is stored: for 30 days, and a second time while it is open. */
export type AlertRecord = Item &
  Omit<NewAlert, 'occurredAtMs'> & {
    readonly id: string
    readonly category: Category
    readonly title: string
    readonly body: string
    readonly occurredAtMs: number
    readonly raisedAtMs: number
    readonly clearedAtMs?: number
    /** TTL, in Unix seconds; an open alert has none in the partition of the open ones. */
    readonly expiresAt?: number
  }

/** An open alert; its record is the guard against a second one. */
export type OpenAlert = AlertRecord

/** Time for which alerts are listed. */
export const listedMs = 30 * 24 * 60 * 60_000

/** Alerts of a category are one partition, oldest first. */
export const alertPartition = (category: Category) => `ALERT#${category}`

export const alertKey = (category: Category, id: string): Key =>
  collectionKey(alertPartition(category), id)

/**
 * Returns the key of the guard against a second alert: held while the alert is open or,
 * for a moment, while it is listed.
 */
function guardKey({ kind, subject }: Pick<NewAlert, 'kind' | 'subject'>): Key {
  const sk = `${kind}#${subject}`
  return kindOf(kind).isMoment ? { pk: 'PAST-ALERT', sk } : { pk: 'OPEN-ALERT', sk }
}

/** The alerts that are open, by kind and subject. */
export const openAlerts = (page?: Page) => readAll<OpenAlert>({ pk: 'OPEN-ALERT' }, page)

/** Most open alerts of one kind from the schedule: a thousand would say no more. */
const maxOpenOfKind = 50

/** Findings of a check for one kind of alert. */
export type Review = {
  readonly kind: AlertKind
  /** Every subject for which the condition holds now. */
  readonly found: readonly Omit<NewAlert, 'kind'>[]
  /** False when it is too early to raise new alerts; open ones of `found` stay open. */
  readonly raises?: boolean
}

/** Raises alerts for conditions that hold and clears open ones whose condition has ended. */
export async function reconcileAlerts(
  open: readonly OpenAlert[],
  { kind, found, raises = true }: Review,
  nowMs: number,
): Promise<void> {
  const ofKind = open.filter((alert) => alert.kind === kind)
  const foundSubjects = new Set(found.map(({ subject }) => subject))
  const openSubjects = new Set(ofKind.map(({ subject }) => subject))
  const over = ofKind.filter(({ subject }) => !foundSubjects.has(subject))
  for (const alert of over) await clearAlert(alert, nowMs)
  if (!raises) return
  const room = Math.max(0, maxOpenOfKind - (ofKind.length - over.length))
  const raised = found.filter(({ subject }) => !openSubjects.has(subject)).slice(0, room)
  for (const alert of raised) await raiseAlert({ ...alert, kind }, nowMs)
}

/** Raises an alert at a time in Unix ms; false if it was raised already. */
export async function raiseAlert(given: NewAlert, nowMs: number): Promise<boolean> {
  const { category, title, body, isMoment } = kindOf(given.kind)
  const id = newId()
  const expiresAt = Math.ceil((nowMs + listedMs) / 1000)
  const alert = {
    ...given,
    id,
    category,
    title,
    body: filled(body, given.details),
    occurredAtMs: given.occurredAtMs ?? nowMs,
    raisedAtMs: nowMs,
  }
  const isRaised = await transactIfHolds([
    insert({ ...guardKey(given), ...alert, ...(isMoment && { expiresAt }) }),
    insert({ ...alertKey(category, id), ...alert, expiresAt } satisfies AlertRecord),
  ])
  if (!isRaised && given.endsAtMs !== undefined) await prolong(given, given.endsAtMs)
  return isRaised
}

/** Moves the end of an open alert to a later time. */
const prolong = (alert: NewAlert, endsAtMs: number) =>
  updateIfHolds(
    update(guardKey(alert), {
      set: { endsAtMs },
      when: '#endsAtMs < :endsAtMs',
      values: { endsAtMs },
    }),
  )

/** Clears an open alert at a time in Unix ms; false if it was cleared already. */
export async function clearAlert(open: OpenAlert, nowMs: number): Promise<boolean> {
  const { id, category } = open
  return transactIfHolds([
    deleteItem(guardKey(open), { when: '#id = :id', values: { id } }),
    put({
      ...open,
      ...alertKey(category, id),
      clearedAtMs: nowMs,
      expiresAt: Math.ceil((open.raisedAtMs + listedMs) / 1000),
    } satisfies AlertRecord),
  ])
}

/** Clears the alert of a kind and a subject, if one is open. */
export async function clearAlertOf(
  alert: Pick<NewAlert, 'kind' | 'subject'>,
  nowMs: number,
): Promise<boolean> {
  const open = await read<OpenAlert>(guardKey(alert))
  return open !== undefined && clearAlert(open, nowMs)
}

const filled = (text: string, details: Details) =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? '?'))

/** An alert as the API shows it. */
export const alertOnWire = (alert: AlertRecord): Alert => ({
  ...alert,
  raisedAt: isoSeconds(alert.raisedAtMs),
  clearedAt: isoSecondsIfAny(alert.clearedAtMs),
})
