import type { AgentRecord } from '../../../../shared/agents/agents.ts'
import type { ProductRecord } from '../../../../shared/catalog/products.ts'
import { kindOf } from '../../../../shared/events/alerts/alert-kinds.ts'
import type { AlertRecord } from '../../../../shared/events/alerts/alerts.ts'
import { hashed } from '../../../../shared/platform/dynamodb/keys.ts'
import type {
  HashNotification,
  UnmatchedPayment,
} from '../../../../shared/selling/sales/payment-hashes.ts'
import { openShiftKey } from '../../../../shared/selling/shifts/shift-records.ts'
import type { World } from '../shop/world.ts'
import type { Findings, Records } from './records.ts'

/**
 * An offline agent is only missed while a shift is open; its alert may stay open after that.
 */
const ofShift = 'agent_offline'

/**
 * In the end an alert is open about everything that is so, and about nothing else; every other
 * one was cleared, and each was about something that was there.
 */
export function auditAlerts(
  records: Records,
  { paid, cloud }: World,
  findings: Findings,
): void {
  const nowMs = cloud.scheduler.nowMs
  const low = records
    .in<ProductRecord>('PRODUCT')
    .filter(({ components, quantity = 0, minStockThreshold }) =>
      components ? false : quantity < minStockThreshold,
    )
    .map(({ id }) => `stock_low#${id}`)
  const unmatched = records
    .in<UnmatchedPayment>('UNMATCHED')
    .map(({ paymentHash }) => `payment_unmatched#${hashed(paymentHash)}`)
  const silent = records
    .in<AgentRecord>('AGENT')
    .filter(({ lastSeenMs }) => lastSeenMs !== null && nowMs - lastSeenMs > silentMs)
    .map(({ id }) => `${ofShift}#${id}`)
  const isMissed = records.one(openShiftKey.pk, openShiftKey.sk) !== undefined
  const lasting = records
    .in<{ readonly sk: string }>('PAYOUT')
    .map(({ sk }) => `payout_not_settled#${sk}`)

  const isAudited = (name: string) => audited.some((kind) => name.startsWith(`${kind}#`))
  const open = records.in<AlertRecord>('OPEN-ALERT')
  const named = open.map(({ sk }) => sk).filter(isAudited)
  const must = [...low, ...unmatched, ...lasting, ...(isMissed ? silent : [])]
  const missing = must.filter((name) => !named.includes(name))
  const over = named.filter((name) => ![...must, ...silent].includes(name))
  findings.equal('conditions without an alert', missing, [])
  findings.equal('alerts whose condition is over', over, [])

  const all = records.startingWith<AlertRecord>('ALERT#')
  const lasts = all.filter(
    ({ kind, clearedAtMs }) => !kindOf(kind).isMoment && clearedAtMs === undefined,
  )
  findings.equal('alerts that are listed as open', idsOf(lasts), idsOf(open))
  const strange = all.filter(({ kind, details }) =>
    kind === 'stock_low'
      ? Number(details.quantity) >= Number(details.minimum)
      : kind === 'payment_unmatched' && !paid.has(String(details.paymentHash)),
  )
  findings.equal('alerts about what was never so', idsOf(strange), [])
  findings.equal(
    'payments that alerts told the office',
    all
      .flatMap(({ kind, subject }) =>
        kind === 'wallet.payment.received' ? `PAYMENT-HASH#${subject}` : [],
      )
      .sort(),
    records
      .startingWith<HashNotification>('PAYMENT-HASH#', 'NOTIFICATION')
      .map(({ pk }) => pk)
      .sort(),
  )
}

/** An agent that is silent for longer is offline. */
const silentMs = 5 * 60_000

const audited = ['stock_low', 'payment_unmatched', 'payout_not_settled', ofShift]

const idsOf = (alerts: readonly AlertRecord[]) => alerts.map(({ id }) => id).sort()
