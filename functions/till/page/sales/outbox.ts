import { isObject } from '../is-object.ts'
import { kept } from '../kept.ts'
import type { PendingSale } from './pending-sale.ts'

/** A late payment may arrive this long after its invoice can be paid no more, in ms. */
const graceMs = 15 * 60_000

const keptSales = kept<readonly PendingSale[]>('sales', [], (value) =>
  Array.isArray(value) ? value.filter(isPending) : undefined,
)

const isPending = (value: unknown): value is PendingSale =>
  isObject(value) && typeof value.saleId === 'string' && isObject(value.request)

/** The sales that the shop has not answered yet. They outlive the page. */
export const outbox = {
  all: (): readonly PendingSale[] => keptSales.get(),
  put: (sale: PendingSale): void => keptSales.set([...without(sale.saleId), sale]),
  remove: (saleId: string): void => keptSales.set(without(saleId)),
}

/** Other tabs of this till write, too: what they have kept is read each time. */
const without = (saleId: string) => outbox.all().filter((sale) => sale.saleId !== saleId)

/** Whether nobody will pay for a sale any more. */
export const isLapsed = ({ unpaidUntilMs }: PendingSale, nowMs: number): boolean =>
  unpaidUntilMs !== undefined && nowMs > unpaidUntilMs + graceMs
