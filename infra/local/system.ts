import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import '../../shared/localhost-names.ts'
import { inShop, mainShop } from '../../shared/current-shop.ts'
import { agentLog, startAgent } from './agent.ts'
import { startDynamoDb } from './engines/dynamodb.ts'
import { requireFreePort } from './engines/free-port.ts'
import { startQueues } from './engines/queues.ts'
import { removeExpired } from './expired-records.ts'
import { localTableName, localTableOf, lockDataDir, publishRunning } from './join.ts'
import { startLightningNode } from './lightning-node/start.ts'
import { loadOrCreateSecrets } from './secrets.ts'
import type { Settings } from './settings.ts'
import { openShopApi } from './shop.ts'

/** A running system, with its addresses and paths. */
export type System = Awaited<ReturnType<typeof startSystem>>

/**
 * Starts engines, API, Lightning node and on-site agent. When one fails, the others are
 * stopped.
 */
export async function startSystem(settings: Settings) {
  await using started = new AsyncDisposableStack()
  /** Registers a part as soon as it runs, so that it is stopped if another one fails. */
  const track: Track = async (starting) => {
    const running = await starting
    started.defer(running.close)
    return running
  }

  // Fails at once when a port is taken, and not after the engines have started.
  await Promise.all([
    requireFreePort(settings.port, settings.host),
    ...(settings.nodeUrl ? [] : [requireFreePort(settings.nodePort)]),
  ])
  // The agent is another process and needs absolute paths.
  const dataDir = resolve(settings.dataDir)
  await track(lockDataDir(dataDir))
  const secretsFile = join(dataDir, 'secrets.json')

  const engines = [
    track(startDynamoDb({ dataDir: localTableOf(dataDir) })),
    track(startQueues({ dataDir: join(dataDir, 'queues') })),
  ] as const
  await Promise.allSettled(engines)
  const [dynamoDb, queues] = await Promise.all(engines)
  const secrets = await loadOrCreateSecrets(secretsFile, {
    nodePassword: settings.nodePassword,
    webhookSecret: settings.webhookSecret,
  })

  const api = await track(
    openShopApi({
      host: settings.host,
      port: settings.port,
      tableName: localTableName,
      dynamoDbEndpoint: dynamoDb.endpoint,
      queuesEndpoint: queues.endpoint,
      secretsFile,
      asyncConcurrency: settings.asyncConcurrency,
      stream: { positionFile: join(dataDir, 'stream-position.json') },
      options: settings.options,
    }),
  )
  await track(removeExpired(dynamoDb.endpoint, localTableName))
  await track(publishRunning(dataDir))
  const simulated = settings.nodeUrl
    ? undefined
    : await track(
        startLightningNode({
          port: settings.nodePort,
          dataDir: join(dataDir, 'lightning-node'),
          webhookUrl: `${api.url}/webhook/node`,
          webhookSecret: secrets.webhookSecret,
          password: secrets.nodePassword,
          limitedPassword: secrets.nodeLimitedPassword,
          channel: startingChannel,
        }),
      )
  if (simulated) process.env.CARD_SIMULATOR_URL = `${simulated.url}/_simulator/card`
  if (simulated && !settings.options.rateSources) {
    process.env.RATE_SIMULATOR_URL = `${simulated.url}/_simulator/rate`
  }
  if (settings.localReceivers) process.env.LOCAL_RECEIVERS = 'true'
  const shopUrls: string[] = []
  for (const id of settings.shops) {
    const place = { url: api.url, dataDir: join(dataDir, 'shops', id), secrets }
    shopUrls.push(await startFurtherShop(id, place, track))
  }
  const nodeUrl = simulated?.url ?? settings.nodeUrl
  await track(
    startAgent({
      baseUrl: api.url,
      dataDir,
      node: nodeUrl ? { url: nodeUrl, password: secrets.nodePassword } : null,
      enrol: () => inShop(mainShop, enrolAgent),
      log: console.error,
    }),
  )
  const running = started.move()
  return {
    url: api.url,
    /** Of the further shops. */
    shopUrls,
    dynamoDbEndpoint: dynamoDb.endpoint,
    tableEngine: dynamoDb.engine,
    queuesEndpoint: queues.endpoint,
    /** The simulated node, or the node in the settings. */
    nodeUrl: nodeUrl ?? '',
    isNodeSimulated: simulated !== undefined,
    dataDir,
    secretsFile,
    printedDir: join(dataDir, 'printed'),
    agentLog: agentLog(dataDir),
    /** Stops everything, in the reverse order of its start. */
    close: () => running.disposeAsync(),
  }
}

type Track = <T extends { close: () => Promise<void> }>(
  starting: T | Promise<T>,
) => Promise<T>

/** Payments can be sent at once, and about two million satoshis be received before it grows. */
const startingChannel = { balanceSat: 1_000_000, capacitySat: 3_030_304 }

/** Place of a further shop: its API and its files. */
type Place = {
  readonly url: string
  readonly dataDir: string
  readonly secrets: Awaited<ReturnType<typeof loadOrCreateSecrets>>
}

/** Starts the node and the agent of a further shop, which it creates at its first start. Returns its URL. */
async function startFurtherShop(
  id: string,
  { url, dataDir, secrets }: Place,
  track: Track,
): Promise<string> {
  const { createShop, currentOf, findShop } = await import(
    '../../shared/platform/shops/shop-records.ts'
  )
  const { secret } = await import('../../shared/platform/deployment/secrets.ts')
  const host = `${id}.localhost`
  const record = (await findShop(id)) ?? (await createShop(id, [host], Date.now()))
  const shop = currentOf(record)
  // The password of one shop's node must not open another's
  const ofShop = (password: string) =>
    createHash('sha256').update(`${password}#${id}`).digest('hex')
  const nodePassword = ofShop(secrets.nodePassword)
  const baseUrl = Object.assign(new URL(url), { hostname: host }).origin
  const node = await track(
    startLightningNode({
      port: 0,
      dataDir: join(dataDir, 'lightning-node'),
      webhookUrl: `${baseUrl}/webhook/node`,
      webhookSecret: await inShop(shop, () => secret('webhook-secret')),
      password: nodePassword,
      limitedPassword: ofShop(secrets.nodeLimitedPassword),
      channel: startingChannel,
    }),
  )
  await track(
    startAgent({
      baseUrl,
      dataDir,
      node: { url: node.url, password: nodePassword },
      enrol: () => inShop(shop, enrolAgent),
      log: console.error,
    }),
  )
  return baseUrl
}

/** Enrols the current shop's agent. Imported late, when the functions' environment is set. */
async function enrolAgent(): Promise<string> {
  const { enrolAgent: enrol } = await import('../../shared/agents/enrolment.ts')
  return (await enrol(hostname())).enrolmentToken
}
