import type { Days } from './period.ts'

/** By what a period's sales are summed. */
export const partNames = [
  'byHour',
  'byDay',
  'byWeekday',
  'byProduct',
  'byCategory',
  'byUser',
  'byTaker',
  'byTable',
  'byTill',
] as const
export type PartName = (typeof partNames)[number]

/** A figure whose sales are to be shown. */
export type Behind = {
  readonly title: string
  readonly days: Days
  /** Part of the period's sales; absent for all. */
  readonly by?: { readonly name: PartName | 'byPaymentMethod'; readonly key: string }
}
