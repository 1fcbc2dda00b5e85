import { join, resolve } from 'node:path'
import { agentLog, startAgent } from './agent.ts'
import { lockDataDir } from './data-lock.ts'
import { startDynamoDb } from './engines/dynamodb.ts'
import { freePort } from './engines/free-port.ts'
import { startQueues } from './engines/queues.ts'
import { startLightningNode } from './lightning-node/start.ts'
import { loadOrCreateSecrets } from './secrets.ts'
import type { Settings } from './settings.ts'
import { openShopApi } from './shop.ts'

/** Where everything of a running system is found. */
export type System = {
  readonly url: string
  readonly dynamoDbEndpoint: string
  readonly queuesEndpoint: string
  /** The simulated node, or the one that the settings name. */
  readonly nodeUrl: string
  readonly isNodeSimulated: boolean
  readonly dataDir: string
  readonly secretsFile: string
  readonly printedDir: string
  readonly agentLog: string
  /** Ends everything, in the reverse order of its start. */
  readonly close: () => Promise<void>
}

/**
 * Starts the whole system on this machine: engines, API, node and on-site agent. What was
 * started is ended again when a part fails to start.
 */
export async function startSystem(settings: Settings): Promise<System> {
  const started: (() => Promise<void>)[] = []
  const close = async () => {
    for (const end of started.splice(0).reverse()) await end()
  }
  /** Notes a part as soon as it runs, also while another one is failing. */
  const part = async <T extends { close: () => Promise<void> }>(starting: Promise<T>) => {
    const running = await starting
    started.push(running.close)
    return running
  }
  try {
    return { ...(await startParts(settings, part)), close }
  } catch (error) {
    await close()
    throw error
  }
}

type Part = <T extends { close: () => Promise<void> }>(starting: Promise<T>) => Promise<T>

async function startParts(
  settings: Settings,
  part: Part,
): Promise<Omit<System, 'close'>> {
  // Said at once, and not after the engines have started
  await Promise.all([
    freePort(settings.port, settings.host),
    ...(settings.nodeUrl ? [] : [freePort(settings.nodePort)]),
  ])
  // The agent runs as a process of its own and is told absolute paths.
  const dataDir = resolve(settings.dataDir)
  await part(lockDataDir(dataDir))
  const secretsFile = join(dataDir, 'secrets.json')

  const engines = [
    part(startDynamoDb({ dataDir: join(dataDir, 'dynamodb') })),
    part(startQueues({ dataDir: join(dataDir, 'queues') })),
  ] as const
  await Promise.allSettled(engines)
  const [dynamoDb, queues] = await Promise.all(engines)
  const secrets = await loadOrCreateSecrets(secretsFile, {
    'node-password': settings.nodePassword,
    'webhook-secret': settings.webhookSecret,
  })

  const api = await part(
    openShopApi({
      host: settings.host,
      port: settings.port,
      tableName: 'lightning-pos',
      dynamoDbEndpoint: dynamoDb.endpoint,
      queuesEndpoint: queues.endpoint,
      secretsFile,
      asyncConcurrency: settings.asyncConcurrency,
      options: settings.options,
    }),
  )
  const simulated = settings.nodeUrl
    ? undefined
    : await part(
        startLightningNode({
          port: settings.nodePort,
          dataDir: join(dataDir, 'lightning-node'),
          webhookUrl: `${api.url}/webhook/node`,
          webhookSecret: secrets['webhook-secret'],
          password: secrets['node-password'],
          limitedPassword: secrets['node-limited-password'],
        }),
      )
  const nodeUrl = simulated?.url ?? settings.nodeUrl
  await part(
    startAgent({
      baseUrl: api.url,
      dataDir,
      node: nodeUrl ? { url: nodeUrl, password: secrets['node-password'] } : null,
      enrol: enrolAgent,
      say: console.error,
    }),
  )
  return {
    url: api.url,
    dynamoDbEndpoint: dynamoDb.endpoint,
    queuesEndpoint: queues.endpoint,
    nodeUrl: nodeUrl ?? '',
    isNodeSimulated: simulated !== undefined,
    dataDir,
    secretsFile,
    printedDir: join(dataDir, 'printed'),
    agentLog: agentLog(dataDir),
  }
}

/** Enrols the shop's agent; imported late, when the functions' environment is set. */
async function enrolAgent(): Promise<string> {
  const { enrolAgent: enrol } = await import('../../shared/agents/enrolment.ts')
  return (await enrol('local agent')).enrolmentToken
}
