import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startDynamoDb, type TableEngine } from '../../infra/local/engines/dynamodb.ts'
import { startQueues } from '../../infra/local/engines/queues.ts'
import { compileAnswers } from './answers/compile.ts'
import { removeFolder } from './remove-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    dynamoDbEndpoint: string
    queuesEndpoint: string
    tableEngine: TableEngine
  }
}

/** The engines that every test file shares; each shop has its own table in them. */
export default async function startEngines({ provide }: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'pos-tests-'))
  // Files of tests and their processes, also of killed ones, go with it.
  process.env.TMPDIR = folder
  // CUPS runs its backends as another user.
  await chmod(folder, 0o711)
  const dataDir = join(folder, 'queues')
  const started = Promise.all([startDynamoDb(), startQueues({ dataDir })])
  compileAnswers()
  const [dynamoDb, queues] = await started
  provide('dynamoDbEndpoint', dynamoDb.endpoint)
  provide('queuesEndpoint', queues.endpoint)
  provide('tableEngine', dynamoDb.engine)
  return async () => {
    await Promise.all([dynamoDb.close(), queues.close()])
    await removeFolder(folder)
  }
}
