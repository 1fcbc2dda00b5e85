import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import {
  CreateQueueCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startDynamoDb } from '../../infra/local/engines/dynamodb.ts'
import { JavaMissing } from '../../infra/local/engines/dynamodb-local.ts'
import { dynoxideBinary } from '../../infra/local/engines/dynoxide.ts'
import { onFreePort } from '../../infra/local/engines/free-port.ts'
import { startQueues } from '../../infra/local/engines/queues.ts'
import { startSupervised } from '../../infra/local/engines/supervised-process.ts'
import { createTable } from '../../infra/local/table.ts'
import { eventually } from '../support/eventually.ts'
import { removeFolder } from '../support/remove-folder.ts'
import { hasIpv6 } from './running-system.ts'

const aws = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
}
afterEach(() => vi.unstubAllEnvs())

async function withTempDir(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'engines-'))
  await use(folder)
  await removeFolder(folder)
}

async function listeningOn(port: number, host: string): Promise<Server> {
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  return server
}

const isAlive = (endpoint: string) =>
  fetch(endpoint).then(
    () => true,
    () => false,
  )

test('tables survive a restart, and closing stops the engine', () =>
  withTempDir(async (dataDir) => {
    vi.stubEnv('AWS_REGION', aws.region)
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'local')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local')
    const first = await startDynamoDb({ dataDir })
    await createTable(first.endpoint, 'shop')
    await first.close()
    expect(await isAlive(first.endpoint)).toBe(false)

    const second = await startDynamoDb({ dataDir })
    const client = new DynamoDBClient({ endpoint: second.endpoint, ...aws })
    expect((await client.send(new ListTablesCommand({}))).TableNames).toEqual(['shop'])
    await second.close()
  }))

test.skipIf(process.platform !== 'linux')(
  'the table is at another loopback address at each start, which no web page can guess',
  async () => {
    const engines = [await startDynamoDb(), await startDynamoDb()]
    const hosts = engines.map(({ endpoint }) => new URL(endpoint).hostname)
    expect(hosts).toEqual(hosts.map(() => expect.stringMatching(/^127\.\d+\.\d+\.\d+$/)))
    expect(new Set([...hosts, '127.0.0.1']).size).toBe(3)
    for (const { endpoint, close } of engines) {
      expect(await isAlive(endpoint.replace(/127[.\d]+/, '127.0.0.1'))).toBe(false)
      await close()
    }
  },
)

describe('the engine of a data directory', () => {
  const files = { dynoxide: 'dynoxide.db', 'dynamodb-local': 'shared-local-instance.db' }

  test.skipIf(!dynoxideBinary())('is the installed one when it is new', async () => {
    vi.stubEnv('POS_ENGINE', '')
    const { engine, close } = await startDynamoDb()
    await close()
    expect(engine).toBe('dynoxide')
  })

  test('is the one that made it: an earlier release used DynamoDB Local', () =>
    withTempDir(async (dataDir) => {
      vi.stubEnv('POS_ENGINE', '')
      vi.stubEnv('JAVA_HOME', '/nowhere')
      await writeFile(join(dataDir, files['dynamodb-local']), '')
      await expect(startDynamoDb({ dataDir })).rejects.toThrow(JavaMissing)
    }))

  test.each([
    ['dynoxide', 'dynamodb-local'],
    ['dynamodb-local', 'dynoxide'],
  ] as const)('is not %s when %s made it', (asked, kept) =>
    withTempDir(async (dataDir) => {
      vi.stubEnv('POS_ENGINE', asked)
      await writeFile(join(dataDir, files[kept]), '')
      await expect(startDynamoDb({ dataDir })).rejects.toThrow(
        `${files[kept]} is the table of ${kept}: "npm run switch-engine" copies it to ${asked}`,
      )
      await writeFile(join(dataDir, files[asked]), '')
      await expect(startDynamoDb({ dataDir })).rejects.toThrow('move it away')
    }),
  )
})

test('queued messages survive a restart', () =>
  withTempDir(async (dataDir) => {
    const first = await startQueues({ dataDir })
    const port = Number(new URL(first.endpoint).port)
    const QueueUrl = `${first.endpoint}/000000000000/print.fifo`
    const client = new SQSClient({ endpoint: first.endpoint, ...aws })
    await client.send(
      new CreateQueueCommand({
        QueueName: 'print.fifo',
        Attributes: { FifoQueue: 'true' },
      }),
    )
    await client.send(
      new SendMessageCommand({
        QueueUrl,
        MessageBody: 'receipt',
        MessageGroupId: 'kitchen',
        MessageDeduplicationId: '1',
      }),
    )
    await first.close()

    const second = await startQueues({ dataDir, port })
    const { Messages = [] } = await client.send(new ReceiveMessageCommand({ QueueUrl }))
    expect(Messages.map(({ Body }) => Body)).toEqual(['receipt'])
    await second.close()
  }))

test('throws JavaMissing without a Java runtime', async () => {
  vi.stubEnv('JAVA_HOME', '/nowhere')
  const failure = await startDynamoDb({ engine: 'dynamodb-local' }).catch(
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(JavaMissing)
  expect(String(failure)).toMatch(/needs a Java runtime, version 17 or newer/)
})

test('rejects with EADDRINUSE when the port is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const taken = { code: 'EADDRINUSE', port }
  await withTempDir((dataDir) =>
    expect(startQueues({ port, dataDir })).rejects.toMatchObject(taken),
  )
  other.close()
})

test.skipIf(!hasIpv6)('starts on a port that is taken only on IPv6', async () => {
  const other = await onFreePort(async (port) => listeningOn(port, '::1'))
  const { port } = other.address() as { port: number }
  await withTempDir(async (dataDir) => {
    const engine = await startQueues({ port, dataDir })
    expect(await isAlive(engine.endpoint)).toBe(true)
    await engine.close()
  })
  other.close()
})

test('another port is tried when the one that was drawn is taken in between', async () => {
  const drawn: number[] = []
  const others: Server[] = []
  const started = await onFreePort(async (port) => {
    drawn.push(port)
    others.push(await listeningOn(port, '127.0.0.1'))
    return drawn.length === 1 ? listeningOn(port, '127.0.0.1') : port
  })
  expect(drawn).toHaveLength(2)
  expect(started).toBe(drawn[1])
  for (const other of others) other.close()
})

test('the engine ends when its parent is killed with SIGKILL', async () => {
  const module = new URL('../../infra/local/engines/dynamodb.ts', import.meta.url)
  const program = `
    const { startDynamoDb } = await import('${module.href}')
    console.log((await startDynamoDb()).endpoint)`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', program])
  const [line] = await once(parent.stdout, 'data')
  const endpoint = String(line).trim()
  expect(await isAlive(endpoint)).toBe(true)
  parent.kill('SIGKILL')
  await eventually(async () => expect(await isAlive(endpoint)).toBe(false))
})

test('a process closed right after its start exits with code 0', async () => {
  const { close, exited } = startSupervised('sleep', ['60'])
  await close()
  expect(await exited).toMatchObject({ code: 0, signal: null })
})

test.each([
  ['exit 3', { code: 3, signal: null, stderrTail: '' }],
  [
    'echo sorry >&2; kill -KILL $$',
    { code: null, signal: 'SIGKILL', stderrTail: 'sorry' },
  ],
  ['kill -TERM $$', { code: null, signal: 'SIGTERM', stderrTail: '' }],
])('reports the exit code, signal and standard error of: %s', async (script, exit) => {
  expect(await startSupervised('sh', ['-c', script]).exited).toEqual(exit)
})

test('a command ends with its supervisor, even when that is killed with SIGKILL', async () => {
  const { exited } = startSupervised('sh', ['-c', 'kill -KILL $PPID; exec sleep 60'])
  expect(await exited).toMatchObject({ code: null, signal: 'SIGKILL' })
})
