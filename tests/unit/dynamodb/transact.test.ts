import {
  type CancellationReason,
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb'
import {
  DynamoDBDocumentClient,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { Failure } from '../../../shared/failure.ts'
import {
  commitRepeatable,
  putIfAbsent,
  transact,
  updateIfHolds,
} from '../../../shared/platform/dynamodb/transact.ts'
import { put, update } from '../../../shared/platform/dynamodb/write.ts'
import type { RequestKey } from '../../../shared/platform/idempotency/request-key.ts'
import {
  runKeyed,
  transactAndRespond,
} from '../../../shared/platform/idempotency/transact-and-respond.ts'

const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send')
beforeAll(() => vi.stubEnv('TABLE_NAME', 'table'))
afterEach(() => {
  vi.useRealTimers()
  send.mockReset()
})
afterAll(() => {
  send.mockRestore()
  vi.unstubAllEnvs()
})

const write = (sk = 'one') => put({ pk: 'RECORD', sk })

const commit = (writes = [write()]) => transact(writes)

const cancelled = (...CancellationReasons: CancellationReason[]) =>
  new TransactionCanceledException({ message: '', $metadata: {}, CancellationReasons })

const conflict = () => cancelled({ Code: 'TransactionConflict' })

/** The table fails so, and after that succeeds. */
const failWith = (...errors: Error[]) => {
  for (const error of errors) send.mockRejectedValueOnce(error as never)
  send.mockResolvedValue({} as never)
}

const tokens = () =>
  send.mock.calls.map(([command]) =>
    command instanceof TransactWriteCommand
      ? command.input.ClientRequestToken
      : undefined,
  )

describe('a transaction', () => {
  it('keeps its token in every attempt, so that none is committed twice', async () => {
    failWith(
      conflict(),
      cancelled({ Code: 'None' }, { Code: 'ThrottlingError' }),
      new TransactionInProgressException({ message: '', $metadata: {} }),
    )
    await commit()
    expect(tokens()).toEqual(Array(4).fill(expect.stringMatching(/^[0-9a-f-]{36}$/)))
    expect(new Set(tokens()).size).toBe(1)
    await commit()
    expect(new Set(tokens()).size).toBe(2)
  })

  it('stores the response of a request with an Idempotency-Key, and says so', async () => {
    failWith()
    const response = { status: 201, contentType: 'application/json', body: '{}' }
    const request: RequestKey = {
      record: { pk: 'IDEMPOTENCY#key', sk: 'ANSWER' },
      reservation: 'this run',
      fingerprint: 'this request',
      expiresAt: 4_000_000_000,
      render: () => response,
      renderFailure: () => ({ status: 500, contentType: null, body: null }),
    }
    await runKeyed(request, () => commit())
    expect(request.stored).toBe(undefined)
    await runKeyed(request, () => transactAndRespond([write()], { id: 'made' }))
    expect(request.stored).toBe(response)
    expect(send.mock.lastCall?.[0].input).toMatchObject({
      TransactItems: [
        { Put: { Item: { sk: 'one' } } },
        { Update: { Key: request.record } },
      ],
    })
  })

  it('is given up after 8 s of conflicts', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 })
    send.mockImplementation((() => {
      vi.setSystemTime(Date.now() + 4_000)
      return Promise.reject(conflict())
    }) as never)
    await expect(commit()).rejects.toMatchObject({
      kind: 'storageUnavailable',
      cause: { name: 'TransactionCanceledException' },
    })
    expect(send).toHaveBeenCalledTimes(3)
  })

  it('fails with the failure of the write whose condition does not hold', async () => {
    const failing = vi.fn(() => new Failure('insufficientStock'))
    failWith(
      cancelled(
        { Code: 'None' },
        { Code: 'ConditionalCheckFailed', Item: { quantity: { N: '3' } } },
      ),
    )
    const writes = [write(), { ...write('two'), onConditionFailed: failing }]
    await expect(commit(writes)).rejects.toMatchObject({ kind: 'insufficientStock' })
    expect(failing).toHaveBeenCalledExactlyOnceWith({ quantity: 3 })
  })

  it('is a conflict where its write names no failure', async () => {
    failWith(cancelled({ Code: 'ConditionalCheckFailed' }))
    await expect(commit()).rejects.toMatchObject({ kind: 'conflict' })
  })

  it.each([
    [
      'Item size to update has exceeded the maximum',
      { kind: 'invalid', details: { fault: 'text too large' } },
    ],
    [
      'The document path is invalid',
      { kind: 'storageUnavailable', cause: { name: 'TransactionCanceledException' } },
    ],
    [undefined, { kind: 'storageUnavailable' }],
  ])('that the engine refuses with %j fails with %j', async (Message, failure) => {
    failWith(cancelled({ Code: 'ValidationError', Message }))
    await expect(commit()).rejects.toMatchObject(failure)
    expect(send).toHaveBeenCalledOnce()
  })

  it('has room for 100 records', async () => {
    const writes = Array.from({ length: 100 }, (_, at) => write(`${at}`))
    failWith()
    await commit(writes)
    await expect(commit([...writes, write('more')])).rejects.toMatchObject({
      kind: 'invalid',
      details: { fault: 'too many records in one request' },
    })
    expect(send).toHaveBeenCalledOnce()
  })

  it('names a record once: the second write fails as if there were none', async () => {
    const again = { ...write(), onConditionFailed: () => new Failure('notFound') }
    await expect(commit([write(), again])).rejects.toMatchObject({ kind: 'notFound' })
    await expect(commit([write(), write()])).rejects.toMatchObject({ kind: 'conflict' })
    const others = [write(), put({ pk: 'OTHER', sk: 'one' })]
    failWith()
    await commit(others)
    expect(send).toHaveBeenCalledOnce()
  })

  it('fails with any other error at once', async () => {
    failWith(Object.assign(new Error('no network'), { name: 'TimeoutError' }))
    await expect(commit()).rejects.toMatchObject({ kind: 'storageUnavailable' })
    expect(send).toHaveBeenCalledOnce()
  })
})

describe('a record that is stored if there is none', () => {
  const record = { pk: 'RECORD', sk: 'one' }

  it('is one plain write with a condition', async () => {
    failWith()
    await putIfAbsent(record)
    const command = send.mock.lastCall?.[0]
    expect(command).toBeInstanceOf(PutCommand)
    expect(command?.input).toEqual({
      TableName: 'table',
      Item: record,
      ConditionExpression: 'attribute_not_exists(pk)',
    })
  })

  it('stays as it is when there is one, and fails where the table does', async () => {
    failWith(new ConditionalCheckFailedException({ message: '', $metadata: {} }))
    await expect(putIfAbsent(record)).resolves.toBeUndefined()
    failWith(new Error('no network'))
    await expect(putIfAbsent(record)).rejects.toMatchObject({
      kind: 'storageUnavailable',
    })
  })
})

describe('an update that may be repeated, with a condition that may refuse', () => {
  const taken = () =>
    update(
      { pk: 'RECORD', sk: 'one' },
      { set: { owner: 'me' } },
      (current) => new Failure('invalid', { fault: String(current?.owner) }),
    )
  const Item = { pk: { S: 'RECORD' }, sk: { S: 'one' }, owner: { S: 'Ana' } }
  const refused = () =>
    new ConditionalCheckFailedException({ message: '', $metadata: {}, Item })

  it('is one plain write, and its refusal is given the record', async () => {
    failWith()
    await expect(commitRepeatable(taken())).resolves.toBeUndefined()
    expect(send.mock.lastCall?.[0]).toBeInstanceOf(UpdateCommand)
    failWith(refused())
    await expect(commitRepeatable(taken())).rejects.toMatchObject({
      kind: 'invalid',
      details: { fault: 'Ana' },
    })
  })

  it('waits for a transaction that is in its way', async () => {
    failWith(new TransactionConflictException({ message: '', $metadata: {} }))
    await expect(commitRepeatable(taken())).resolves.toBeUndefined()
    expect(send).toHaveBeenCalledTimes(2)
  })
})

describe('an update that may be repeated', () => {
  const seen = () => update({ pk: 'RECORD', sk: 'one' }, { set: { lastSeenMs: 1 } })
  const refusal = { message: '', $metadata: {} }

  it('is one plain write, and says whether its condition holds', async () => {
    failWith()
    await expect(updateIfHolds(seen())).resolves.toBe(true)
    expect(send.mock.lastCall?.[0]).toBeInstanceOf(UpdateCommand)
    failWith(new ConditionalCheckFailedException(refusal))
    await expect(updateIfHolds(seen())).resolves.toBe(false)
  })

  it('is left out while a transaction is in its way, and fails where the table does', async () => {
    failWith(new TransactionConflictException(refusal))
    await expect(updateIfHolds(seen())).resolves.toBe(true)
    expect(send).toHaveBeenCalledTimes(1)
    failWith(new Error('no network'))
    await expect(updateIfHolds(seen())).rejects.toMatchObject({
      kind: 'storageUnavailable',
    })
  })
})
