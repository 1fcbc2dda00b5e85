import { dishesAt, dishKey, findDish } from '../../catalog/dishes.ts'
import { Failure } from '../../failure.ts'
import { newId } from '../../ids.ts'
import type { AuditKind } from '../../people/audit/audit-entry.ts'
import { insertAuditEntry } from '../../people/audit/audit-trail.ts'
import type { Write } from '../../platform/dynamodb/write.ts'
import { findConfig, safeguardsOf } from '../shop-config/config.ts'
import { modifiersOfLine, readGroupsOf, withModifiersCents } from './line-modifiers.ts'
import { maxTotalCents, type NewLine, type OrderLine, sumOf } from './order-line.ts'

/** Characters of a dish's name in a line: 1,000 lines share a record of 400 KB. */
const maxDishNameLength = 60

export const totalTooLarge = () =>
  new Failure('invalid', { fault: 'the total is too large' })

/** A line at another price than its dish and its modifiers have on the menu. */
type OffMenu = Pick<OrderLine, 'dishName' | 'priceCents'> & {
  readonly menuCents: number
}

/**
 * Reads the dishes of new lines from the menu and returns the lines to store, with those
 * priced differently than on the menu. Throws `invalidDishes` for a dish that does not
 * exist, `checkoutProductNotAvailable`, `invalidModifiers`, `invalid` for too large a
 * total, and the failures of `refuseReduced`.
 */
export async function newOrderLines(
  input: readonly NewLine[],
  mayDiscount: boolean,
): Promise<{ readonly lines: OrderLine[]; readonly offMenu: OffMenu[] }> {
  if (sumOf(input) > maxTotalCents) throw totalTooLarge()
  const dishes = await dishesAt(input.map(({ dishId }) => dishKey(dishId)))
  const groups = await readGroupsOf(dishes.values())
  const offMenu: OffMenu[] = []
  const lines = input.map(({ dishId, priceCents, modifiers, ...given }): OrderLine => {
    const dish = dishes.get(dishId)
    if (!dish) throw new Failure('invalidDishes')
    if (dish.isAvailable === false) {
      throw new Failure('checkoutProductNotAvailable', { name: dish.name })
    }
    const chosen = modifiersOfLine(dish, groups, modifiers)
    const course = given.course ?? dish.course
    const dishName = dish.name.slice(0, maxDishNameLength).toWellFormed()
    const menuCents = withModifiersCents(dish.priceCents, chosen)
    if (priceCents !== menuCents) offMenu.push({ dishName, priceCents, menuCents })
    return {
      id: newId(),
      dishId,
      dishName,
      priceCents,
      ...chosen,
      notes: given.notes,
      ...(course && { course }),
      status: 'pending',
      shouldPrepare: true,
      ...(priceCents < menuCents && !mayDiscount && { isReduced: true }),
    }
  })
  if (lines.some(({ isReduced }) => isReduced)) await refuseReduced()
  return { lines, offMenu }
}

/** User who changes a line, with the right to give discounts. */
export type By = { readonly userId: string; readonly mayDiscount: boolean }

/** The line with the mark of a price below its dish's. Throws `permissionRequired`. */
export async function repriced(
  line: OrderLine,
  before: OrderLine,
  { mayDiscount }: By,
): Promise<OrderLine> {
  if (!isRepriced(line, before)) return line
  const { isReduced: _, ...unmarked } = line
  if (mayDiscount || line.priceCents >= (await dishPriceOf(line))) return unmarked
  await refuseReduced()
  return { ...unmarked, isReduced: true }
}

/** True if a line has another price, or modifiers of another price. */
const isRepriced = (line: OrderLine, before: OrderLine) =>
  line.priceCents !== before.priceCents || line.modifiersCents !== before.modifiersCents

/** The price of a line's dish with its modifiers, in cents; 0 for one that was deleted. */
async function dishPriceOf(line: OrderLine): Promise<number> {
  const dish = await findDish(line.dishId)
  return dish ? withModifiersCents(dish.priceCents, line) : 0
}

/** Throws `permissionRequired` in a shop with `verifyAmounts`: a lower price is a discount. */
async function refuseReduced(): Promise<void> {
  const config = await findConfig()
  if (safeguardsOf(config).verifyAmounts) throw new Failure('permissionRequired')
}

/**
 * Enters a line that is cancelled, taken back from that or deleted, is pending again, or has
 * another price or modifiers of another price, in the audit trail; nothing for other changes.
 */
export function insertLineAudit(
  userId: string,
  orderId: string,
  line: OrderLine,
  after: OrderLine | null,
  reason?: string,
): Write[] {
  const { dishName, status } = line
  const subject = { id: orderId, name: dishName }
  const isCancelled = (after?.status === 'cancelled') !== (status === 'cancelled')
  const entries: Write[] = []
  const enter = (
    kind: AuditKind,
    names: readonly ('priceCents' | 'modifiersCents' | 'status')[],
    why?: string,
  ) => {
    const valuesOf = (each: OrderLine) =>
      Object.fromEntries([
        ['dishName', dishName],
        ...names.map((name) => [name, each[name]]),
      ])
    const changed = after && valuesOf(after)
    const values = {
      before: valuesOf(line),
      after: why ? { ...changed, reason: why } : changed,
    }
    entries.push(insertAuditEntry({ kind, userId, subject, ...values }))
  }
  if (!after || isCancelled) enter('cancellation', ['priceCents', 'status'], reason)
  else if (after.status === 'pending' && status !== 'pending') enter('order', ['status'])
  if (after && isRepriced(after, line)) {
    const hasOthers = after.modifiersCents !== line.modifiersCents
    enter('price', hasOthers ? ['priceCents', 'modifiersCents'] : ['priceCents'])
  }
  return entries
}

/** Enters new lines at other prices than on the menu in the audit trail. */
export const insertOffMenuAudit = (
  orderId: string,
  lines: readonly OffMenu[],
): Write | false =>
  lines.length > 0 &&
  insertAuditEntry({ kind: 'price', subject: { id: orderId }, after: { lines } })
