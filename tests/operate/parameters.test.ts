import {
  DeleteSecretCommand,
  DescribeSecretCommand,
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, it } from 'vitest'
import { deploy } from '../../infra/operate/deploy.ts'
import { aws, cli, output, parameters } from './aws.ts'

const secrets = mockClient(SecretsManagerClient)
const entryArn =
  'arn:aws:secretsmanager:eu-central-1:111122223333:secret:SecretsShop-AbCdEf'

const masterKey = '0123456789abcdef'.repeat(4)
/**
 * Keys that the release before derived from it, calculated by RFC 5869 apart from this code.
 */
const keys = {
  '/corner/token-key': {
    tokenKey: '2e0afe469e0d4f477f62ec189b505f19c8e0886967a91941e4629c109d659194',
  },
  '/corner/pin-key': {
    pinKey: 'ac5df2319316210ffdd7466a65f30251929db8db17ce5fec816d5229f561c917',
  },
  '/corner/tunnel-key': {
    tunnelKey: '477a40bb22783f4eaf524240791e41d2e8deb625eacc58c97d50ac9d8545aa5e',
  },
  '/corner/delivery-key': {
    deliveryKey: '68b1cb1eb38cfe5f9cc69dbb3601af5b766d2f81034bedaa73b16b4c938dbb4b',
  },
  '/corner/webhook-secret': { webhookSecret: 'w' },
  '/corner/node-password': { nodePassword: '' },
}
const kept = { masterKey, webhookSecret: 'w', nodePassword: '' }

/** An entry of Secrets Manager, with its deletion date. */
let entry: { text: string; tags: Record<string, string>; deleted?: Date | undefined }
let before: (call: string) => void
let runs: Record<string, string>[]
let cdkExitCode: number

beforeEach(() => {
  before = () => {}
  ;[runs, cdkExitCode] = [[], 0]
  entry = {
    text: JSON.stringify(kept),
    tags: { 'aws:cloudformation:stack-id': 'id of corner' },
  }
  parameters.before = (call) => before(call)
  secrets.reset()
  secrets.on(DescribeSecretCommand).callsFake(async () => {
    before('DescribeSecret')
    const Tags = Object.entries(entry.tags).map(([Key, Value]) => ({ Key, Value }))
    return { Tags, DeletedDate: entry.deleted }
  })
  secrets.on(GetSecretValueCommand).callsFake(async () => {
    before('GetSecretValue')
    return { SecretString: entry.text }
  })
  secrets.on(DeleteSecretCommand).callsFake(async () => {
    before('DeleteSecret')
    entry.deleted = new Date()
    return {}
  })
})

const run = (...options: string[]) =>
  deploy(
    ['--shop', 'corner', ...options.flatMap((option) => ['-c', option])],
    async (args) => {
      const context = args.flatMap((arg, at) =>
        args[at - 1] === '-c' ? [arg.split('=') as [string, string]] : [],
      )
      runs.push(Object.fromEntries(context))
      before('cdk')
      if (cdkExitCode === 0) deployed(Object.fromEntries(context).secretArn)
      return cdkExitCode
    },
    cli.run,
  )

/** The stack as this release leaves it. */
function deployed(secretArn?: string) {
  aws.table('corner-table', { isComplete: true })
  aws.stack('corner', 'UPDATE_COMPLETE', {
    TableName: 'corner-table',
    SecretsPath: '/corner',
    Options: JSON.stringify({ ...(secretArn && { secretArn }) }),
  })
}

/** The stack as the release before left it. */
function deployedOnEntry(options: object = {}) {
  aws.table('corner-table', { isComplete: true })
  aws.stack('corner', 'UPDATE_COMPLETE', {
    TableName: 'corner-table',
    SecretArn: entryArn,
    Options: JSON.stringify(options),
  })
}

const stored = () =>
  Object.fromEntries(
    Object.entries(parameters.texts()).map(([name, text = '']) => [
      name,
      JSON.parse(text),
    ]),
  )

describe('a new stack', () => {
  it('gets its own keys before its functions, and keeps them', async () => {
    before = (call) => {
      if (call === 'cdk') expect(Object.keys(stored())).toHaveLength(6)
    }
    expect(await run()).toBe(0)
    const first = stored()
    const random = expect.stringMatching(/^[0-9a-f]{64}$/)
    expect(first).toEqual({
      '/corner/token-key': { tokenKey: random },
      '/corner/pin-key': { pinKey: random },
      '/corner/tunnel-key': { tunnelKey: random },
      '/corner/delivery-key': { deliveryKey: random },
      '/corner/webhook-secret': { webhookSecret: '' },
      '/corner/node-password': { nodePassword: '' },
    })
    expect(new Set(JSON.stringify(first).match(/[0-9a-f]{64}/g)).size).toBe(4)
    expect(await run()).toBe(0)
    expect(stored()).toEqual(first)
    expect(secrets.calls()).toEqual([])
    for (const key of JSON.stringify(first).match(/[0-9a-f]{64}/g) ?? []) {
      expect(output() + JSON.stringify(runs)).not.toContain(key)
    }
  })

  it('starts on what an earlier one of its name has left', async () => {
    for (const [name, value] of Object.entries(keys)) parameters.set(name, value)
    aws.table('corner-table', { isComplete: true })
    expect(await run('tableName=corner-table')).toBe(0)
    expect(stored()).toEqual(keys)
    expect(output()).not.toContain('No PIN in the table matches')
  })

  it('that takes an entry over leaves it to its operator', async () => {
    entry.tags = { 'aws:cloudformation:stack-id': 'id of another' }
    expect(await run(`secretArn=${entryArn}`)).toBe(0)
    expect(stored()).toEqual(keys)
    expect(entry.deleted).toBeUndefined()
    expect(output()).toContain('no function of corner reads the secret any more')
  })

  it('is not made where entry and parameters differ', async () => {
    parameters.set('/corner/pin-key', { pinKey: 'rotated since' })
    expect(await run(`secretArn=${entryArn}`)).toBe(1)
    expect(output()).toContain('leave out secretArn')
    expect(stored()).toEqual({ '/corner/pin-key': { pinKey: 'rotated since' } })
    expect(runs).toEqual([])
  })
})

describe('a stack of the release before', () => {
  it('moves to parameters with the values that are valid, and its entry goes', async () => {
    deployedOnEntry()
    const rotating = {
      ...kept,
      pinKey: 'p',
      previousPinKey: keys['/corner/pin-key'].pinKey,
    }
    entry.text = JSON.stringify(rotating)
    before = (call) => {
      if (call === 'cdk') expect(entry.deleted).toBeUndefined()
    }
    expect(await run()).toBe(0)
    const { pinKey, previousPinKey } = rotating
    expect(stored()).toEqual({ ...keys, '/corner/pin-key': { pinKey, previousPinKey } })
    expect(runs).toEqual([expect.objectContaining({ secretArn: entryArn })])
    expect(
      secrets.commandCalls(DeleteSecretCommand).map(({ args }) => args[0].input),
    ).toEqual([{ SecretId: entryArn, RecoveryWindowInDays: 30 }])
    for (const value of Object.values(keys)) {
      const [text = ''] = Object.values<string>(value)
      if (text.length > 1) expect(output()).not.toContain(text)
    }
  })

  it('takes what its entry has by then, after an attempt that CloudFormation rolled back', async () => {
    deployedOnEntry()
    cdkExitCode = 1
    expect(await run()).toBe(1)
    expect(entry.deleted).toBeUndefined()
    entry.text = JSON.stringify({ ...kept, tokenKey: 't', webhookSecret: 'entered' })
    cdkExitCode = 0
    expect(await run()).toBe(0)
    expect(stored()).toEqual({
      ...keys,
      '/corner/token-key': { tokenKey: 't' },
      '/corner/webhook-secret': { webhookSecret: 'entered' },
    })
  })

  it('may be rolled back to it: its options name the entry, which counts again', async () => {
    deployedOnEntry()
    expect(await run()).toBe(0)
    deployedOnEntry({ secretArn: entryArn })
    expect(await run()).toBe(1)
    expect(output()).toContain(`restore-secret --secret-id ${entryArn}`)
    entry.deleted = undefined
    entry.text = JSON.stringify({ ...kept, tokenKey: 't' })
    expect(await run()).toBe(0)
    expect(stored()['/corner/token-key']).toEqual({ tokenKey: 't' })
  })

  it.each([
    ['has no usable key', '{"masterKey":"short"}', 'neither tokenKey nor'],
    ['is not JSON', 'hidden', 'not a JSON object'],
  ])('is left as it is where its entry %s', async (_, text, reason) => {
    deployedOnEntry()
    entry.text = text
    expect(await run()).toBe(1)
    expect(output()).toContain(reason)
    expect(output()).not.toContain('hidden')
    expect([stored(), runs]).toEqual([{}, []])
  })

  it('loses nothing wherever the command is cut off, and it may be repeated', async () => {
    let cuts = 0
    for (let cut = 1; ; cut += 1) {
      parameters.reset()
      parameters.before = (call) => before(call)
      deployedOnEntry()
      entry.deleted = undefined
      let calls = 0
      before = (call) => {
        calls += 1
        if (calls === cut) throw new Error(`cut at ${call}`)
        // Functions of the release before still run
        if (call === 'cdk') expect(entry.deleted).toBeUndefined()
      }
      const code = await run()
      if (calls < cut) break
      cuts += 1
      expect(code).toBe(1)
      before = () => {}
      expect(await run()).toBe(0)
      expect(stored()).toEqual(keys)
      expect(entry.deleted).toBeInstanceOf(Date)
    }
    // Of the parameters, the entry, CloudFormation and the deletion
    expect(cuts).toBe(12)
  })
})

describe('a stack that reads parameters', () => {
  beforeEach(() => {
    deployed(entryArn)
    for (const [name, value] of Object.entries(keys)) parameters.set(name, value)
    parameters.set('/corner/token-key', { tokenKey: 'rotated since' })
  })

  it('keeps them, whatever the entry was', async () => {
    entry.deleted = new Date()
    expect(await run()).toBe(0)
    expect(stored()['/corner/token-key']).toEqual({ tokenKey: 'rotated since' })
    const gone = new ResourceNotFoundException({ message: 'none', $metadata: {} })
    secrets.on(DescribeSecretCommand).rejects(gone)
    expect(await run()).toBe(0)
    expect(secrets.commandCalls(GetSecretValueCommand)).toEqual([])
  })

  it('is not deployed with a new key in place of one that is gone', async () => {
    parameters.remove('/corner/pin-key')
    expect(await run()).toBe(1)
    expect(output()).toContain('has lost a parameter: /corner/pin-key')
    expect(runs).toEqual([])
    expect(stored()).not.toHaveProperty('/corner/pin-key')
  })

  it('takes no other entry', async () => {
    expect(await run(`secretArn=${entryArn.replace('AbCdEf', 'GhIjKl')}`)).toBe(1)
    expect(output()).toContain('only the deployment that makes them reads secretArn')
    expect(runs).toEqual([])
  })
})

it('is refused where parameters may not be read', async () => {
  const denied = Object.assign(new Error('no right'), { name: 'AccessDeniedException' })
  before = () => {
    throw denied
  }
  expect(await run()).toBe(1)
  expect(output()).toContain('AccessDeniedException: no right')
  expect(runs).toEqual([])
})
