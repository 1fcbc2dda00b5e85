import { randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadOrCreateSecrets } from '../../infra/local/secrets.ts'
import { openShopApi } from '../../infra/local/shop.ts'
import { type FaultProxy, startFaultProxy } from '../faults/proxy.ts'
import { type Answer, Client } from '../support/client.ts'
import { removeFolder } from '../support/remove-folder.ts'

export const benchWebhookSecret = 'webhook-secret-of-the-bench'

/** Opens the wallet. */
export const walletPassword = 'wallet'

const owner = { name: 'Ana', pin: '4321' }

/** A shop with a proxy before DynamoDB that counts each request's calls and capacity. */
export async function openCountedShop(
  dynamoDbEndpoint: string,
  queuesEndpoint: string,
  tillOf?: (url: string, proxy: FaultProxy) => Client,
) {
  const proxy = await startFaultProxy(dynamoDbEndpoint, { metersTransactions: true })
  const open = (url: string) => tillOf?.(url, proxy) ?? new Client(url)
  const shop = await openBenchShop(proxy.endpoint, queuesEndpoint, open)
  const close = async () => {
    await shop.close()
    proxy.close()
  }
  return { ...shop, proxy, close }
}

/** Opens the bench's shop without the proxy, whose work would count as the engine's. */
export async function openBenchShop(
  dynamoDbEndpoint: string,
  queuesEndpoint: string,
  tillAt = (url: string) => new Client(url),
  options: Readonly<Record<string, string>> = {},
  stream?: object,
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'pos-bench-'))
  const secretsFile = join(dataDir, 'secrets.json')
  const { nodePassword } = await loadOrCreateSecrets(secretsFile, {
    webhookSecret: benchWebhookSecret,
  })
  const api = await openShopApi({
    port: 0,
    tableName: `bench-${Date.now()}`,
    dynamoDbEndpoint,
    queuesEndpoint,
    secretsFile,
    stream,
    hasSchedule: false,
    options: {
      ACCESS_TOKEN_SECONDS: '3600',
      TRUSTED_PROXIES: '127.0.0.1',
      LOCAL_RECEIVERS: 'true',
      ...options,
    },
  })
  return {
    ...(await setUpShop(tillAt(api.url))),
    url: api.url,
    invoke: api.invoke,
    limitExecutions: api.limitExecutions,
    nodePassword,
    close: async () => {
      await api.close()
      await removeFolder(dataDir)
    },
  }
}

/** Sets a shop up and logs its owner in at the till. */
export async function setUpShop(till: Client) {
  const { body } = await till.post('/initial-setup', {
    businessType: 'store',
    businessName: 'Bench',
    businessCurrency: 'USD',
    userName: owner.name,
    userPassword: walletPassword,
    userPin: owner.pin,
  })
  const login = (headers?: Record<string, string>) =>
    till.post('/auth/login', owner, headers)
  await login()
  return { till, login, userId: body.userId as string }
}

/** A till whose user has set the shop up. */
type Till = Awaited<ReturnType<typeof setUpShop>>

/** A shop of the bench. */
export type BenchShop = Awaited<ReturnType<typeof openBenchShop>>

/** A shop whose calls to the table are counted. */
export type CountedShop = BenchShop & { readonly proxy: FaultProxy }

/** Ids of the contract's fixed payment method and currency. */
export const cash = '32332081-7a2b-4e67-a198-fddf2451f426'
export const usd = 'bccfc932-d89b-477a-b65b-04f97cae4aae'

/** Adds products with a large stock. Returns their ids. */
export async function addProducts(
  { till }: Pick<Till, 'till'>,
  count: number,
): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) {
    const { body } = await till.post('/products', {
      SKU: `BENCH-${n}-${randomBytes(4).toString('hex')}`,
      name: `Product ${n}`,
      costCents: 100,
      priceCents: 200,
      quantity: 1_000_000,
      minStockThreshold: 0,
      maxStockThreshold: 0,
    })
    ids.push(body.id)
  }
  return ids
}

/** A checkout request for one of each product. */
export const cartOf = (
  { userId }: Pick<Till, 'userId'>,
  productIds: readonly string[],
) => ({
  userId,
  items: productIds.map((productId) => ({ productId, quantity: 1, priceAtOrder: 200 })),
  paymentMethodId: cash,
  currencyId: usd,
  amount: 2 * productIds.length,
})

/** The body of an answer. Throws for a refusal. */
export async function accepted(answer: Promise<Answer>): Promise<Answer['body']> {
  const { status, body } = await answer
  if (status >= 400) throw new Error(JSON.stringify(body))
  return body
}
