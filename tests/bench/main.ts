import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startDynamoDb } from '../../infra/local/engines/dynamodb.ts'
import { startQueues } from '../../infra/local/engines/queues.ts'
import { addProducts, openBenchShop } from './bench-shop.ts'
import { browserBundles } from './browser-bundles.ts'
import { measureBundles } from './bundles.ts'
import { countCosts } from './costs.ts'
import { measureFanOut } from './fan-out.ts'
import { measureGrowth } from './growth.ts'
import { type Latency, measureLatencies } from './latency.ts'
import { measurePaper } from './paper.ts'
import { measureTills, type TillsFigures } from './tills.ts'

/**
 * `npm run bench`: cost and latency of requests, size and start time of the functions.
 * `npm run bench -- --growth`: cost of requests when the table is large.
 */
const print = console.log
// Hides the log line of each request.
console.log = () => {}

const growth = process.argv.includes('--growth')
const dataDir = mkdtempSync(join(tmpdir(), 'pos-queues-'))
const [dynamoDb, queues] = await Promise.all([startDynamoDb(), startQueues({ dataDir })])
const shop = await openBenchShop(dynamoDb.endpoint, queues.endpoint)
try {
  await (growth ? printGrowth() : printFigures())
} finally {
  await shop.close()
  await Promise.all([dynamoDb.close(), queues.close()])
  rmSync(dataDir, { recursive: true })
}
// After the shop is closed, because bundling blocks this process.
if (!growth) await printBundles()
process.exit()

async function printGrowth(): Promise<void> {
  print('\nCapacity units of a request among other orders in the table')
  table(
    (await measureGrowth(shop, dynamoDb.endpoint)).map(({ request, small, large }) => ({
      request,
      'among 1,000': small,
      'among 100,000': large,
    })),
  )
}

async function printFigures(): Promise<void> {
  print('\nCounted cost at the table (budget in brackets)')
  table(
    (await countCosts(shop)).map(({ request, roundTrips, capacity, budget, calls }) => ({
      request,
      'round trips': `${roundTrips} (${budget.roundTrips})`,
      'capacity units': `${capacity} (${budget.capacity})`,
      calls,
    })),
  )
  print('\nLatency of warm calls through HTTP, on this machine, in ms')
  const products = await addProducts(shop, 2)
  table((await measureLatencies(shop, products)).map(latencyRow))
  print('\nSales for cash on many tills at once, on this machine')
  table([
    tillsRow(await measureTills(shop, 1, 50)),
    tillsRow(await measureTills(shop, 50, 6)),
  ])
  print('\nRound trips to the Lightning node, in ms (budget in brackets)')
  table((await tunnelLatencies()).map(latencyRow))
  print('\nFrom a print request to the first byte at a printer, in ms')
  table((await measurePaper(shop)).map(latencyRow))
  // Last, because a thousand sockets take a while to close.
  print('\nOne payment to many watchers, all on this machine, in ms')
  const { watchers, reached, webhookMs, lastFrameMs } = await measureFanOut(shop, 1_000)
  table([
    {
      watchers,
      reached,
      'webhook answered': webhookMs.toFixed(0),
      'last frame': lastFrameMs.toFixed(0),
    },
  ])
}

/** In a process of its own, whose calls of the table are not counted. */
async function tunnelLatencies(): Promise<Latency[]> {
  const program = fileURLToPath(new URL('tunnel-process.ts', import.meta.url))
  const args = [program, dynamoDb.endpoint, queues.endpoint]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout)
}

async function printBundles(): Promise<void> {
  print('\nBundles of the functions; init in ms of processor time')
  table(
    measureBundles().map(({ name, kilobytes, initMs, bareMs }) => ({
      function: name,
      kilobytes,
      init: initMs.toFixed(0),
      'bare handler with the same clients': bareMs.toFixed(0),
      ratio: (initMs / bareMs).toFixed(2),
    })),
  )
  print('\nWhat browsers load, in KB (budget in brackets)')
  const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1)
  table(
    (await browserBundles()).map(({ name, raw, gzipped, budgetKb }) => ({
      bundle: name,
      raw: kilobytes(raw),
      gzipped: `${kilobytes(gzipped)} (${budgetKb})`,
    })),
  )
}

function tillsRow({ tills, sales, perSecond, medianMs, p99Ms, ...rest }: TillsFigures) {
  return {
    tills,
    sales,
    'sales a second': perSecond.toFixed(0),
    'median ms': medianMs.toFixed(0),
    'p99 ms': p99Ms.toFixed(0),
    'transactions a sale': rest.transactions.toFixed(2),
  }
}

function latencyRow({ request, count, medianMs, p99Ms, budgetMs }: Latency) {
  return {
    request,
    calls: count,
    median: medianMs.toFixed(1) + (budgetMs ? ` (${budgetMs.toFixed(1)})` : ''),
    p99: p99Ms.toFixed(1),
  }
}

/** Prints rows as an aligned table. */
function table(rows: readonly Record<string, string | number>[]): void {
  const columns = Object.keys(rows[0] ?? {})
  const cells = [columns, ...rows.map((row) => columns.map((name) => String(row[name])))]
  const widths = columns.map((_, at) =>
    Math.max(...cells.map((row) => row[at]?.length ?? 0)),
  )
  for (const row of cells) {
    print(`  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd())
  }
}
