import { setTimeout as sleep } from 'node:timers/promises'
import { jobsSince } from '../../shared/paper/jobs/job-records.ts'
import { findAuditEntries } from '../../shared/people/audit/audit-trail.ts'
import { Page } from '../../shared/platform/dynamodb/page.ts'
import { readAll, readMany } from '../../shared/platform/dynamodb/read.ts'
import { findNumbered } from '../../shared/selling/sales/find-numbered.ts'
import {
  findOrder,
  type Order,
  type RefundRecord,
} from '../../shared/selling/sales/orders.ts'
import { readPaymentHash } from '../../shared/selling/sales/payment-hashes.ts'
import { paymentKey } from '../../shared/selling/sales/payments.ts'
import {
  receiptNumberOf,
  refundReceiptNumber,
} from '../../shared/selling/sales/sale-snapshot.ts'
import {
  findTicketOrVoided,
  type TicketRecord,
} from '../../shared/selling/sales/tickets.ts'
import { joinLocalShop } from '../local/join.ts'
import { findAccount } from './account.ts'
import { type AwsCli, awsCli } from './account-limits.ts'
import { parseCommandLine, Refusal, runProgram, WrongUsage } from './command-line.ts'
import { serveFurther } from './further-shop.ts'
import { joinCloudShop } from './stack.ts'

const usage = `npm run find -- (--shop <shop> | --local) [--further <id>] --receipt <number>

Prints all that is known of a sale, for a complaint: its order, ticket, payments, Lightning
payments, refunds, print jobs of the last week, entries of the audit trail and, with --shop,
the log lines of its requests.

  --receipt <number>  the number on the receipt, such as 1043 or B-42, or R-7 of a refund
  --order <id>        or the order's id
  --further <id>      a further shop of the deployment
  --help              shows this`

/** Print jobs are kept for so long. */
const jobsMs = 7 * 24 * 60 * 60_000

/** Of a sale, such as 1043 or, at a till, B-42; of a refund, such as R-7 or BR-7. */
const receiptForm = /^([A-Z]+-)?\d+$/
const refundForm = /R-\d+$/

/** `npm run find`: returns the exit code. */
export const find = (
  args: readonly string[],
  cli: AwsCli = awsCli,
  join: (shop: string) => Promise<void> = joinCloud,
): Promise<number> =>
  runProgram(usage, args, async () => {
    const { values } = parseCommandLine(args, {
      shop: { type: 'string' },
      local: { type: 'boolean', default: false },
      further: { type: 'string' },
      receipt: { type: 'string' },
      order: { type: 'string' },
    })
    const { shop, local, further, receipt, order: orderId } = values
    if ((shop === undefined) !== local) throw new WrongUsage('Give --shop or --local.')
    if ((receipt === undefined) === (orderId === undefined)) {
      throw new WrongUsage('Give --receipt or --order.')
    }
    const dataDir = process.env.POS_DATA_DIR || '.pos'
    const joined = local ? await joinLocalShop(dataDir) : undefined
    if (shop !== undefined) await join(shop)
    try {
      if (further !== undefined) await serveFurther(further)
      for (const order of await ordersOf(receipt, orderId)) {
        const facts = await factsOf(order)
        for (const [name, found] of Object.entries(facts)) show(name, found)
        if (shop !== undefined) {
          show('requests', await requestsOf(shop, order, facts, cli))
        }
      }
    } finally {
      await joined?.close()
    }
  })

async function joinCloud(shop: string): Promise<void> {
  await findAccount()
  await joinCloudShop(shop)
}

const show = (name: string, found: unknown) =>
  console.log(`## ${name}\n${JSON.stringify(found, undefined, 2)}\n`)

/**
 * The orders of a receipt, or of this id. They are two where a sale at a till R and a refund in the
 * shop's own series have one number, R-7. Throws `Refusal` where there is none.
 */
async function ordersOf(receipt: string | undefined, orderId = ''): Promise<Order[]> {
  const ids = receipt === undefined ? [orderId] : await orderIdsOf(receipt)
  const orders = await Promise.all([...new Set(ids)].map(findOrder))
  const found = orders.filter((order) => order !== undefined)
  if (found.length === 0) throw new Refusal(`There is no sale of ${receipt ?? orderId}.`)
  return found
}

async function orderIdsOf(receipt: string): Promise<string[]> {
  const text = receipt.trim().toUpperCase()
  if (!receiptForm.test(text)) {
    throw new WrongUsage('--receipt is a number such as 1043 or B-42, or R-7 of a refund')
  }
  const [numbered, refund] = await Promise.all([
    findNumbered(text),
    refundForm.test(text)
      ? newest<RefundRecord>('REFUND', (each) => refundReceiptNumber(each) === text)
      : undefined,
  ])
  const found = [numbered?.id, refund?.orderId].filter((id) => id !== undefined)
  if (found.length > 0) return found
  // Sales from before the shop had tills have no record of their number
  const ticket = await newest<TicketRecord>(
    'TICKET',
    (record) => receiptNumberOf(record) === text,
  )
  return ticket ? [ticket.orderId] : []
}

/** The newest record of a list that is meant; the list is read back to it. */
async function newest<T extends RefundRecord | TicketRecord>(
  pk: string,
  where: (record: T) => boolean,
): Promise<T | undefined> {
  const [found] = await readAll<T>(
    { pk, newestFirst: true, where },
    new Page(1, undefined),
  )
  return found
}

/** Collects a sale's facts from the table. */
async function factsOf(order: Order) {
  const { sale, payments: linked } = order
  const hashes = (sale?.tenders ?? []).flatMap(
    ({ lightning }) => lightning?.paymentHash ?? [],
  )
  const ids = new Set([
    order.id,
    ...(sale ? [sale.ticketId] : []),
    ...linked.map(({ paymentId }) => paymentId),
    ...hashes,
  ])
  const period = { fromMs: Date.parse(order.createdAt) }
  const [ticket, payments, lightning, jobs, audit] = await Promise.all([
    sale ? findTicketOrVoided(sale.ticketId) : undefined,
    readMany(linked.map(({ paymentId }) => paymentKey(paymentId))),
    Promise.all(hashes.map(readPaymentHash)),
    jobsSince(Date.now() - jobsMs),
    findAuditEntries({ period }, Date.now()),
  ])
  return {
    order,
    ticket,
    payments,
    lightning,
    prints: jobs.filter(({ ticketId }) => ids.has(ticketId)),
    audit: audit.filter(({ subjectId }) => subjectId !== null && ids.has(subjectId)),
  }
}

type Facts = Awaited<ReturnType<typeof factsOf>>

/** Time that the query may take, asked once a second. */
const patienceSeconds = 120

/** Log lines that name the sale, of all functions of the stack in one query. */
async function requestsOf(
  shop: string,
  order: Order,
  { payments }: Facts,
  cli: AwsCli,
): Promise<unknown> {
  const ids = [order.id, order.sale?.ticketId, ...payments.map((each) => each?.id)]
  const { queryId } = (await cli([
    'logs',
    'start-query',
    '--start-time',
    String(Math.floor(Date.parse(order.createdAt) / 1_000) - 3_600),
    '--end-time',
    String(Math.ceil(Date.now() / 1_000)),
    '--query-string',
    // By prefix, as a query that names log groups takes 50
    `SOURCE logGroups(namePrefix: ["${shop}-"]) | fields @timestamp, @log, @message | ` +
      `filter @message like /${ids.filter(Boolean).join('|')}/ | sort @timestamp | limit 1000`,
  ])) as { readonly queryId: string }
  for (let asked = 0; asked < patienceSeconds; asked += 1) {
    const { status, results } = (await cli([
      'logs',
      'get-query-results',
      '--query-id',
      queryId,
    ])) as { readonly status: string; readonly results: unknown }
    if (status === 'Complete') return results
    if (status !== 'Running' && status !== 'Scheduled') {
      throw new Refusal(`The query of the logs ended with ${status}.`)
    }
    await sleep(1_000)
  }
  throw new Refusal(`The query of the logs takes longer than ${patienceSeconds} s.`)
}

if (import.meta.main) process.exitCode = await find(process.argv.slice(2))
