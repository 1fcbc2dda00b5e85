import type { RestaurantOrderRecord } from '../../../../shared/selling/restaurant/restaurant-orders.ts'
import type {
  SpaceRecord,
  TableRecord,
} from '../../../../shared/selling/restaurant/tables.ts'
import { environment } from '../cloud/environment.ts'
import type { MemoryTable } from '../table/table.ts'
import type { Attributes, Parameters } from '../table/values.ts'
import { type Findings, type Records, sumOf } from './records.ts'

/** Orders' totals are the sums of their lines that are not cancelled, and dishes are counted as they are used. */
export function auditRestaurant(records: Records, findings: Findings): void {
  const orders = restaurantOrders(records)
  for (const { id, lines, linesCents } of orders) {
    const kept = lines.filter(({ status }) => status !== 'cancelled')
    const expected = sumOf(kept.map(({ priceCents }) => priceCents))
    findings.equal(`sum of lines of order ${id}`, linesCents, expected)
  }
  const counted = new Map<string, number>()
  const count = (dishId: string) => counted.set(dishId, (counted.get(dishId) ?? 0) + 1)
  for (const { status, lines } of orders) {
    if (status === 'open') for (const { dishId } of lines) count(dishId)
  }
  for (const { dishIds } of records.in<{ dishIds: string[] }>('PENDING-DISH-COUNTS')) {
    dishIds.forEach(count)
  }
  for (const counts of records.startingWith<Record<string, number>>('DISH-USE#')) {
    for (const [name, value] of Object.entries(counts)) {
      if (!name.startsWith('lines_')) continue
      const dishId = name.slice('lines_'.length).replaceAll('_', '-')
      findings.equal(`lines of dish ${dishId}`, value, counted.get(dishId) ?? 0)
      counted.delete(dishId)
    }
  }
  findings.equal('dishes in use that are not counted', [...counted.keys()], [])
}

/** Tables are stored by id and by space, are counted, and name orders that exist. */
export function auditTables(records: Records, findings: Findings): void {
  const tables = records.in<TableRecord>('TABLE')
  for (const space of records.in<SpaceRecord>('SPACE')) {
    const inSpace = tables.filter(({ spaceId }) => spaceId === space.id)
    findings.equal(`tables of ${space.name}`, space.tables, inSpace.length)
    const copies = records.in<TableRecord>(`SPACE#${space.id}`)
    const told = (some: readonly TableRecord[]) =>
      some
        .map(({ pk: _pk, sk: _sk, ...table }) =>
          JSON.stringify(table, Object.keys(table).sort()),
        )
        .sort()
    findings.equal(`copies of the tables of ${space.name}`, told(copies), told(inSpace))
  }
  const ids = new Set(restaurantOrders(records).map(({ id }) => id))
  for (const { name, orderId } of tables) {
    const isThere = orderId === null || orderId === undefined || ids.has(orderId)
    findings.isTrue(`table ${name} names an order that is not there`, isThere)
  }
}

/** Once they have caught up, the indexes list what the table has. */
export function auditIndexes(table: MemoryTable, records: Records, findings: Findings) {
  table.follow()
  for (const kind of ['store', 'restaurant']) {
    const found = allPages(table, {
      TableName: environment.TABLE_NAME,
      IndexName: 'orders-2',
      KeyConditionExpression: '#pk = :pk',
      ExpressionAttributeNames: { '#pk': 'kind' },
      ExpressionAttributeValues: { ':pk': kind },
    })
    const orders = records
      .startingWith<RestaurantOrderRecord>('ORDER#', 'ORDER')
      .filter((order) => order.kind === (kind as string))
    findings.equal(
      `listed orders of the ${kind}`,
      found.map(({ id, totalCents }) => JSON.stringify([id, totalCents])).sort(),
      orders.map(({ id, totalCents }) => JSON.stringify([id, totalCents])).sort(),
    )
  }
}

function allPages(table: MemoryTable, parameters: Parameters): Attributes[] {
  const found: Attributes[] = []
  let start: unknown
  do {
    const page = table.query({ ...parameters, ExclusiveStartKey: start })
    found.push(...page.Items)
    start = page.LastEvaluatedKey
  } while (start !== undefined)
  return found
}

const restaurantOrders = (records: Records) =>
  records
    .startingWith<RestaurantOrderRecord>('ORDER#', 'ORDER')
    .filter(({ kind }) => kind === 'restaurant')
