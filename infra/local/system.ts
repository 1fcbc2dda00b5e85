import { join, resolve } from 'node:path'
import { agentLog, startAgent } from './agent.ts'
import { startDynamoDb, type TableEngine } from './engines/dynamodb.ts'
import { requireFreePort } from './engines/free-port.ts'
import { startQueues } from './engines/queues.ts'
import { removeExpired } from './expired-records.ts'
import { localTableName, localTableOf, lockDataDir, publishRunning } from './join.ts'
import { startLightningNode } from './lightning-node/start.ts'
import { loadOrCreateSecrets } from './secrets.ts'
import type { Settings } from './settings.ts'
import { openShopApi } from './shop.ts'

/** The addresses and paths of a running system. */
export type System = {
  readonly url: string
  readonly dynamoDbEndpoint: string
  readonly tableEngine: TableEngine
  readonly queuesEndpoint: string
  /** The simulated node, or the node in the settings. */
  readonly nodeUrl: string
  readonly isNodeSimulated: boolean
  readonly dataDir: string
  readonly secretsFile: string
  readonly printedDir: string
  readonly agentLog: string
  /** Stops everything, in the reverse order of its start. */
  readonly close: () => Promise<void>
}

/**
 * Starts engines, API, Lightning node and on-site agent. When one fails, the others are
 * stopped.
 */
export async function startSystem(settings: Settings): Promise<System> {
  const started: (() => Promise<void>)[] = []
  const close = async () => {
    for (const stop of started.splice(0).reverse()) await stop()
  }
  /** Registers a part as soon as it runs, so that it is stopped if another one fails. */
  const track = async <T extends { close: () => Promise<void> }>(
    starting: Promise<T>,
  ) => {
    const running = await starting
    started.push(running.close)
    return running
  }
  try {
    return { ...(await startParts(settings, track)), close }
  } catch (error) {
    await close()
    throw error
  }
}

type Track = <T extends { close: () => Promise<void> }>(
  starting: Promise<T>,
) => Promise<T>

async function startParts(
  settings: Settings,
  track: Track,
): Promise<Omit<System, 'close'>> {
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
      options: settings.options,
    }),
  )
  await track(Promise.resolve(removeExpired(dynamoDb.endpoint, localTableName)))
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
        }),
      )
  const nodeUrl = simulated?.url ?? settings.nodeUrl
  await track(
    startAgent({
      baseUrl: api.url,
      dataDir,
      node: nodeUrl ? { url: nodeUrl, password: secrets.nodePassword } : null,
      enrol: enrolAgent,
      log: console.error,
    }),
  )
  return {
    url: api.url,
    dynamoDbEndpoint: dynamoDb.endpoint,
    tableEngine: dynamoDb.engine,
    queuesEndpoint: queues.endpoint,
    nodeUrl: nodeUrl ?? '',
    isNodeSimulated: simulated !== undefined,
    dataDir,
    secretsFile,
    printedDir: join(dataDir, 'printed'),
    agentLog: agentLog(dataDir),
  }
}

/** Enrols the shop's agent. Imported late, when the functions' environment is set. */
async function enrolAgent(): Promise<string> {
  const { enrolAgent: enrol } = await import('../../shared/agents/enrolment.ts')
  return (await enrol('local agent')).enrolmentToken
}
