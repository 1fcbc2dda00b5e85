import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import * as z from 'zod'
import {
  type Declaration,
  group,
  post,
  put,
} from '../../shared/platform/http/endpoint.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { alternative, csv, FileContent, file } from '../../shared/platform/http/reply.ts'
import type { RequestKey } from '../../shared/platform/idempotency/request-key.ts'
import { keyedPost } from './keyed-post.ts'
import { openShop, type Shop } from './shop.ts'

const declared = {
  summary: 'Works',
  access: 'public',
  body: z.object({ name: z.string().optional() }),
  reply: csv,
} satisfies Declaration
const endpoints = group('work', ['table'], {
  act: post('/work', declared),
  pay: post('/work/paid', { ...declared, repeat: 'pays' }),
  resume: post('/work/resumed', { ...declared, repeat: 'resumes' }),
  replace: put('/work', declared),
  draw: post('/work/drawn', { ...declared, reply: file('image/png') }),
  wait: post('/work/awaited', {
    ...declared,
    alternatives: { busy: { ...csv, status: 503 } },
  }),
})

/**
 * Endpoints that do what a test says, in this process, and how often they ran. They have a
 * table of their own for all tests of a file, and the real clock after each.
 */
export function keyedWork() {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ fresh: true })
  })
  afterAll(() => shop.close())
  const done = async (_key?: RequestKey) => 'done'
  const work = { act: done, runs: 0 }
  const run = ({ key }: { key: RequestKey | undefined }) => {
    work.runs += 1
    return work.act(key)
  }
  const wait = async (call: { key: RequestKey | undefined }) =>
    work.runs === 0 ? alternative('busy', await run(call)) : await run(call)
  const handler = lambda(endpoints, {
    act: run,
    pay: run,
    resume: run,
    replace: run,
    draw: async (call) => new FileContent(Buffer.from(await run(call)), 'image/png'),
    wait,
  })
  beforeEach(() => void Object.assign(work, { act: done, runs: 0 }))
  afterEach(() => void vi.useRealTimers())
  return Object.assign(work, { send: keyedPost(handler) })
}
