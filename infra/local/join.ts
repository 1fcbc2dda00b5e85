import { existsSync } from 'node:fs'
import { chmod, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { replaceFile } from '../../shared/atomic-file.ts'
import { mainShop, serveOnly } from '../../shared/current-shop.ts'
import { lockFile } from '../../shared/lock-file.ts'
import { startDynamoDb } from './engines/dynamodb.ts'

/** The table of the system on one machine. */
export const localTableName = 'lightning-pos'

/** The folder of its engine's files in a data directory. */
export const localTableOf = (dataDir: string): string => join(dataDir, 'dynamodb')

/** Environment of clients of the engines, which take any credentials. */
export const localAws = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  LOCAL_PLATFORM: 'true',
}

/** Variables of the functions that a program needs to read and change the shop's records. */
const shared = [
  ...Object.keys(localAws),
  'AWS_ENDPOINT_URL_DYNAMODB',
  'AWS_ENDPOINT_URL_S3',
  'AWS_ENDPOINT_URL_SQS',
  'TABLE_NAME',
  'SECRETS_FILE',
  'UPLOADS_BUCKET',
  'PRINT_QUEUES_URL',
  'PRINT_QUEUE_PREFIX',
  'PRINT_DLQ_ARN',
  'WATCHERS_ENDPOINT',
  'TUNNEL_ENDPOINT',
  'SHOP_DOMAIN',
]

const runningFile = (dataDir: string) => join(dataDir, 'running.json')

/** Writes down how programs reach the running system, until it is closed. */
export async function publishRunning(
  dataDir: string,
): Promise<{ close: () => Promise<void> }> {
  const file = runningFile(dataDir)
  const environment = Object.fromEntries(shared.map((name) => [name, process.env[name]]))
  await replaceFile(file, JSON.stringify(environment))
  return { close: () => rm(file, { force: true }) }
}

/**
 * Sets the environment to the shop in a data directory; starts its table where no system
 * runs on it. Throws an Error if there is no shop, or one that is just starting or
 * stopping.
 */
export async function joinLocalShop(
  directory: string,
): Promise<{ close: () => Promise<void> }> {
  const dataDir = resolve(directory)
  const secretsFile = join(dataDir, 'secrets.json')
  if (!existsSync(secretsFile)) throw new Error(`there is no shop in ${dataDir}`)
  serveOnly(mainShop)
  const lock = await lockFile(join(dataDir, 'lock'))
  if (!lock) {
    const running = await readFile(runningFile(dataDir), 'utf8').catch(() => {
      throw new Error(`the system on ${dataDir} is starting or stopping: try again`)
    })
    Object.assign(process.env, JSON.parse(running))
    return { close: async () => {} }
  }
  const dynamoDb = await startDynamoDb({ dataDir: localTableOf(dataDir) })
  Object.assign(process.env, localAws, {
    AWS_ENDPOINT_URL_DYNAMODB: dynamoDb.endpoint,
    TABLE_NAME: localTableName,
    SECRETS_FILE: secretsFile,
  })
  return {
    close: async () => {
      await dynamoDb.close()
      lock.release()
    },
  }
}

/** Another process has locked the data directory. */
export class DataDirInUse extends Error {
  override name = 'DataInUse'
}

/** Creates a data directory, locks it, closes it to other users. Throws DataDirInUse. */
export async function lockDataDir(
  dataDir: string,
): Promise<{ close: () => Promise<void> }> {
  const lock = await lockFile(join(dataDir, 'lock'))
  if (!lock) throw new DataDirInUse(`Another system runs on ${dataDir}`)
  await chmod(dataDir, 0o700)
  return { close: async () => lock.release() }
}
