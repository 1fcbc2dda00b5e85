import { updateStock } from '../../catalog/products.ts'
import { insertUnitsOwed, type OwedUnits } from '../../catalog/units-owed.ts'
import { versionConflict } from '../../platform/dynamodb/optimistic-lock.ts'
import type { Write } from '../../platform/dynamodb/write.ts'
import type { CartLine, Take } from '../checkout/cart-lines.ts'

/** The most products whose units a sale takes itself; others are taken afterwards. */
const maxExact = 60

/** A stock that a line takes units of. */
const nameOf = ({ productId, unitsIn }: Take) => `${productId} ${unitsIn}`

/**
 * Takes the units of lines from stock that may be short: it goes to 0. Each line has `shortQuantity`, the
 * units of it that were not there, and so have what it takes of them. `owesAll` takes everything afterwards.
 */
export function takenStock(lines: readonly CartLine[], owesAll: boolean, nowMs: number) {
  const exact = [
    ...new Set(
      lines.flatMap(({ takes }) =>
        takes.flatMap(({ counted, productId }) =>
          counted === 'exact' ? [productId] : [],
        ),
      ),
    ),
  ]
  const fitting = new Set(owesAll ? [] : exact.slice(0, maxExact))
  const left = new Map<string, { take: Take; units: number; taken: number }>()
  const owed: OwedUnits[] = []
  const taken = lines.map((line) => {
    const takes = line.takes.map(
      (take): Take =>
        take.counted === 'exact' && !fitting.has(take.productId)
          ? { ...take, counted: 'afterwards' }
          : take,
    )
    owed.push(
      ...takes
        .filter(({ counted }) => counted === 'afterwards')
        .map(({ productId, variantId, quantity }) => ({
          productId,
          variantId,
          quantity: -quantity * line.quantity,
        })),
    )
    const needs = Map.groupBy(
      takes.filter(({ counted }) => counted === 'exact'),
      nameOf,
    )
    const unitsThere = new Map<string, number>()
    const there = [...needs].map(([name, [take, ...others]]) => {
      if (!take) return line.quantity
      const each = others.reduce((sum, { quantity }) => sum + quantity, take.quantity)
      const stock = left.get(name) ?? {
        take,
        units: Math.max(take.inStock ?? 0, 0),
        taken: 0,
      }
      const units = Math.min(each * line.quantity, stock.units - stock.taken)
      left.set(name, { ...stock, taken: stock.taken + units })
      unitsThere.set(name, units)
      return Math.floor(units / each)
    })
    return {
      ...line,
      takes: takes.map((take): Take => {
        const name = nameOf(take)
        const there = unitsThere.get(name)
        if (take.counted !== 'exact' || there === undefined) return take
        const wanted = take.quantity * line.quantity
        const units = Math.min(wanted, there)
        unitsThere.set(name, there - units)
        return units < wanted ? { ...take, shortQuantity: wanted - units } : take
      }),
      shortQuantity: line.quantity - Math.min(line.quantity, ...there),
    }
  })
  const byProduct = Map.groupBy(left.values(), ({ take }) => take.productId)
  const writes: Write[] = [...byProduct].map(([id, stocks]) =>
    updateStock(
      id,
      stocks.map(({ take, taken }) => ({ unitsIn: take.unitsIn, quantity: -taken })),
      versionConflict,
    ),
  )
  // Units that nobody can count exactly stay
  const countable = owed.filter(({ quantity }) => Number.isSafeInteger(quantity))
  return { lines: taken, goods: [...writes, ...insertUnitsOwed(countable, nowMs)] }
}
