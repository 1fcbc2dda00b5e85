import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
  vi,
} from 'vitest'
import { Failure } from '../../../shared/failure.ts'
import { addressKey } from '../../../shared/people/staff/login-limit-records.ts'
import * as rateLimit from '../../../shared/people/staff/login-rate-limit.ts'
import { read } from '../../../shared/platform/dynamodb/read.ts'
import { stopClock } from '../../support/clock.ts'
import { openTable } from '../../support/table.ts'

let close: () => Promise<void>
beforeAll(async () => {
  close = await openTable()
})
afterAll(() => close())

let lastByte = 0
let ip: string
beforeEach(() => {
  lastByte += 1
  ip = `198.51.100.${lastByte}`
})

type Decide = (attempt: rateLimit.CountedAttempt) => Promise<unknown>

const wrong: Decide = async (attempt) => {
  throw await rateLimit.recordFailure(attempt)
}
const right: Decide = (counted) => rateLimit.clearFailures(counted)
const withoutRole: Decide = async () => {
  throw new Failure('roleMissing')
}

const attempt = (target: string, decide: Decide) =>
  rateLimit.withRateLimit({ ip, name: target }, decide)

async function failPlainly(times: number) {
  for (let n = 0; n < times; n += 1) {
    await expect(attempt('other', wrong)).rejects.toThrow('invalidCredentials')
  }
}

/** Counts an attempt now. The returned function decides it with `decide`. */
async function begin(target: string, decide: Decide) {
  const counted = Promise.withResolvers<void>()
  const mayDecide = Promise.withResolvers<void>()
  const ended = rateLimit.withRateLimit({ ip, name: target }, async (begun) => {
    counted.resolve()
    await mayDecide.promise
    return decide(begun)
  })
  await counted.promise
  return () => {
    mayDecide.resolve()
    return ended
  }
}

describe('an attempt that is pending', () => {
  // Else its time could be over on a busy machine
  beforeEach(() => void stopClock())

  it.each<[string, Decide]>([
    ['a right PIN', right],
    ['a right PIN without a role', withoutRole],
  ])('is not the 6th failure when an earlier one was %s', async (_, decide) => {
    await failPlainly(4)
    const endFirst = await begin('own', decide)
    const endLater = await begin('other', wrong)
    await endFirst().catch(() => {})
    await expect(endLater()).rejects.toThrow('invalidCredentials')
    await expect(attempt('own', right)).resolves.toBeUndefined()
  })

  it('keeps the block of a later one when it succeeds', async () => {
    await failPlainly(4)
    const endFirst = await begin('own', right)
    await expect(attempt('other', wrong)).rejects.toThrow('tooManyAttempts')
    await endFirst()
    await expect(attempt('own', right)).rejects.toThrow('tooManyAttempts')
  })

  it('has nothing to remove when a later one has removed all', async () => {
    const endFirst = await begin('own', right)
    const endLater = await begin('own', right)
    await endLater()
    await expect(endFirst()).resolves.toBeUndefined()
    expect(await read(addressKey(ip))).toBeUndefined()
  })
})

it('a success leaves no record of its address', async () => {
  await attempt('own', right)
  expect(await read(addressKey(ip))).toBeUndefined()
})

it('a block starts at the response, however long hashing took', async () => {
  const wait = stopClock()
  await failPlainly(5)
  const retryAfter = { details: { retryAfter: 60 } }
  const slow: Decide = (begun) => {
    wait(1_100)
    return wrong(begun)
  }
  await expect(attempt('other', slow)).rejects.toMatchObject(retryAfter)
  await expect(attempt('other', wrong)).rejects.toMatchObject(retryAfter)
})

it('a block that cannot be recorded is not reported as an ordinary refusal', async () => {
  await failPlainly(5)
  const { TABLE_NAME = '' } = process.env
  onTestFinished(() => void vi.stubEnv('TABLE_NAME', TABLE_NAME))
  const unrecorded: Decide = (begun) => {
    vi.stubEnv('TABLE_NAME', '')
    return wrong(begun)
  }
  const error = await attempt('other', unrecorded).catch((each: unknown) => each)
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toMatchObject({ kind: 'invalidCredentials' })
})

it('a malformed body is refused for what it is, unless its address is blocked', async () => {
  const wait = stopClock()
  const malformed = () =>
    rateLimit.bodyUnlessBlocked(() => {
      throw new Failure('invalid', { fault: 'malformed' })
    }, ip)
  await failPlainly(5)
  await expect(malformed()).rejects.toThrow('invalid')
  const end = await begin('other', wrong)
  wait(2_999)
  await expect(malformed()).rejects.toThrow('invalid')
  // The function that checked the PIN has died
  wait(1)
  await expect(malformed()).rejects.toThrow('tooManyAttempts')
  await expect(end()).rejects.toThrow('tooManyAttempts')
})
