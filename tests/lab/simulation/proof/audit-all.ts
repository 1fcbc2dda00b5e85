import type { World } from '../shop/world.ts'
import { auditBills } from './audit-bills.ts'
import { auditBitcoin } from './audit-bitcoin.ts'
import { auditDay } from './audit-day.ts'
import { auditKitchen } from './audit-kitchen.ts'
import { auditPaper } from './audit-messages.ts'
import { auditCounts } from './audit-names.ts'
import { auditPayments } from './audit-payments.ts'
import { auditRefunds, fillInReturns } from './audit-refunds.ts'
import { auditIndexes, auditRestaurant, auditTables } from './audit-restaurant.ts'
import { auditPaymentHashes, auditSales, auditStock } from './audit-sales.ts'
import { auditTaxes } from './audit-taxes.ts'
import { auditTrail } from './audit-trail.ts'
import type { Findings, Records } from './records.ts'

/** Everything that the records must add up to in the end. */
export function auditAll(records: Records, world: World, findings: Findings): void {
  auditSales(records, world, findings)
  auditPaymentHashes(records, world, findings)
  auditPayments(records, world, findings)
  auditBitcoin(records, world, findings)
  auditStock(records, world, findings)
  auditRefunds(records, world, findings)
  fillInReturns(records, world)
  auditTaxes(records, findings)
  auditDay(records, findings)
  auditRestaurant(records, findings)
  auditTables(records, findings)
  auditBills(records, world, findings)
  auditKitchen(records, world, findings)
  auditTrail(records, world, findings)
  auditIndexes(world.cloud.table, records, findings)
  auditCounts(records, findings)
  auditPaper(records, world, findings)
  world.jobs.audit(records, new Set(world.cloud.queues.dead), findings)
  world.feed.audit(new Set(world.paid.keys()))
}
