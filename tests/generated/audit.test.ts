import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { AuditRecord } from '../../shared/people/audit/audit-trail.ts'
import { readAll } from '../../shared/platform/dynamodb/read.ts'
import { type BenchShop, openBenchShop } from '../bench/bench-shop.ts'
import { callAgents } from '../bench/endpoints/agents.ts'
import { callCatalog } from '../bench/endpoints/catalog.ts'
import { operationOf } from '../bench/endpoints/counted-client.ts'
import { callRestaurant } from '../bench/endpoints/restaurant.ts'
import { callSales } from '../bench/endpoints/sales.ts'
import { callShop } from '../bench/endpoints/shop.ts'
import { callWallet } from '../bench/endpoints/wallet.ts'
import { type Answer, Client } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { removeFolder } from '../support/remove-folder.ts'
import { restoreEnvironment } from '../support/restore-environment.ts'
import { allEndpoints } from './endpoints.ts'

/** The kinds of the entries that the calls of an operation added to the audit trail. */
const written = new Map<string, Set<string>>()

/** Sort keys, which begin with the time of the entry. */
const seen = new Set<string>()

const importPart = 'PUT /import/runs/{id}/parts/{n}'

class AuditedClient extends Client {
  override async send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer> {
    const startedAt = new Date(Date.now() - 5_000).toISOString()
    const answer = await super.send(method, path, body, headers)
    const operation = operationOf(method, path)
    // The rows have their entries before the next request
    if (operation === importPart) await this.#untilImported(path)
    const latest = await readAll<AuditRecord>({ pk: 'AUDIT', between: [startedAt, '9'] })
    const entries = latest.filter(({ sk }) => !seen.has(sk))
    const kinds = written.get(operation) ?? new Set()
    for (const { kind, sk } of entries) {
      kinds.add(kind)
      seen.add(sk)
    }
    written.set(operation, kinds)
    return answer
  }

  async #untilImported(part: string): Promise<void> {
    const run = part.replace(/\/parts\/.*/, '')
    await eventually(async () => {
      const { body } = await super.send('GET', run)
      if (body.status !== 'done') throw new Error(`the import is ${body.status}`)
    })
  }
}

const environment = { ...process.env }
let shop: BenchShop
let dataDir: string
beforeAll(async () => {
  process.env.DOCS_PAGE = 'true'
  process.env.TILLS = 'true'
  dataDir = await mkdtemp(join(tmpdir(), 'pos-audit-'))
  const engines = [inject('dynamoDbEndpoint'), inject('queuesEndpoint')] as const
  shop = await openBenchShop(...engines, (url) => new AuditedClient(url))
  const { till, userId } = shop
  await callCatalog(till)
  await callRestaurant(till, userId)
  await callSales(till, shop)
  await callAgents(till, userId)
  await callWallet(till, shop, dataDir)
  await callShop(till, shop)
}, 300_000)
afterAll(async () => {
  await shop.close()
  await removeFolder(dataDir)
  restoreEnvironment(environment)
})

it('every operation adds no other entries than it declares', () => {
  const undeclared = allEndpoints.flatMap(([key, { audit = [] }]) =>
    [...(written.get(key) ?? [])]
      .filter((kind) => !(audit as readonly string[]).includes(kind))
      .map((kind) => `${key}: ${kind}`),
  )
  expect(undeclared).toEqual([])
})

/**
 * These calls are ordinary ones, or change nothing, so they leave no entry. Tests of their own
 * show the entries that they have.
 */
const ordinary = [
  'DELETE /tables/{id}',
  'POST /initial-setup',
  'POST /orders',
  'POST /orders/with-dishes',
  'POST /orders/{id}/dishes',
  'POST /orders/{id}/fire',
  'POST /orders/{id}/settle',
  'POST /pay-codes/{id}/print',
  'POST /printers/configs/{id}/default',
  'POST /printers/print',
  'POST /printers/set',
  'POST /printers/{id}/drawer',
  'POST /shifts/{id}/z-report/print',
  'POST /store/orders/checkout',
  'POST /store/orders/checkout-if-paid',
  'POST /sync/sales',
  'PUT /orders/{id}/flags',
  'PUT /base-currency',
  'PUT /roles/{id}',
  'PUT /tills/me/numbers',
  'PUT /tills/me/status',
  'PUT /config',
  'PUT /dishes/{id}',
  'PUT /orders/{id}/calculate-total',
  'PUT /orders/{id}/dishes/{dishId}',
  'PUT /payments/{id}',
  'PUT /printers/configs/{id}',
  'PUT /products/{id}',
  'PUT /products/{id}/options/{optionTypeId}',
  'PUT /tables/{id}',
  'PUT /tickets/{id}',
]

it('every operation that declares entries adds one', () => {
  const silent = allEndpoints
    .filter(([key, { audit = [] }]) => audit.length > 0 && !written.get(key)?.size)
    .map(([key]) => key)
  expect(silent.filter((key) => !ordinary.includes(key))).toEqual([])
})
