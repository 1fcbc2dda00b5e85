import { describe, expect, test } from 'vitest'
import { groups, socketApis, workers } from '../../functions/all.ts'
import {
  type Endpoint,
  type Resource,
  takesKey,
} from '../../shared/platform/http/endpoint.ts'
import { loadedBy } from './sources.ts'

/** Files that work only in functions that declare the resource, and what they need. */
const needs: readonly { file: string; or?: string; anyOf: readonly Resource[] }[] = [
  { file: 'shared/people/staff/pins.ts', anyOf: ['pin-key'] },
  { file: 'shared/agents/connect-node.ts', anyOf: ['node'] },
  { file: 'shared/agents/make-invoice.ts', anyOf: ['invoice-lookups'] },
  { file: 'shared/agents/tunnel-request-ids.ts', anyOf: ['node', 'tunnel-key'] },
  {
    file: 'shared/lightning/payments-feed/fan-out.ts',
    or: 'shared/lightning/payments-feed/send-replay.ts',
    anyOf: ['watchers:post'],
  },
  { file: 'shared/lightning/payments-feed/close-watchers.ts', anyOf: ['watchers:close'] },
  { file: 'shared/lightning/payments-feed/publish.ts', anyOf: ['fan-out'] },
  { file: 'shared/lightning/payments-feed/replay-claims.ts', anyOf: ['replays'] },
  { file: 'shared/back-office/imports/import-lease.ts', anyOf: ['imports'] },
  { file: 'shared/agents/tunnel-sockets.ts', anyOf: ['node', 'tunnels:close'] },
  { file: 'shared/platform/uploads/bucket.ts', anyOf: ['uploads', 'uploads:delete'] },
  { file: 'shared/paper/queue/print-queues.ts', anyOf: ['print-queues', 'agent-queues'] },
]

const functions = [...groups, ...socketApis, ...workers].map(({ name, uses }) => ({
  name,
  uses,
  loaded: loadedBy(`functions/${name}/handler.ts`),
}))

describe.each(functions)('$name', ({ uses, loaded }) => {
  test.each(needs)('declares what $file needs exactly when it loads it', (need) => {
    const declared = need.anyOf.some((resource) => uses.includes(resource))
    const files = [need.file, need.or ?? need.file]
    expect(declared).toBe(files.some((file) => loaded.includes(file)))
  })
})

test('a function that declares nothing starts without AWS client, token and currency', () => {
  const free = functions.filter(({ uses }) => uses.length === 0)
  expect(free.map(({ name }) => name)).toEqual([
    'general',
    'docs',
    'office',
    'till',
    'kitchen',
  ])
  const heavy = /^@aws-sdk\/|^jose$|\/auth\/|currencies/
  const loaded = free.flatMap(({ name }) =>
    loadedBy(`functions/${name}/handler.ts`, { atStart: true }),
  )
  expect([...new Set(loaded)].filter((path) => heavy.test(path))).toEqual([
    'shared/people/auth/cookies.ts',
  ])
})

/** Admitting these callers reads their user, session or agent. */
const readToAdmit = new Set<unknown>([
  'login-screen',
  'token-once-set-up',
  'administrator',
  'wallet',
  'agent',
])

const readsToken = ({ access }: Endpoint) => access !== 'public' && access !== 'agent'

const changes = ({ method, writes }: Endpoint) => method !== 'GET' || writes

const readsRecords = (endpoint: Endpoint) =>
  readToAdmit.has(endpoint.access) || endpoint.renews || takesKey(endpoint)

describe.each(groups)('$name', ({ uses, endpoints }) => {
  const declared = Object.values<Endpoint>(endpoints)

  test('declares the token key when it admits callers by token', () => {
    if (declared.some(readsToken)) expect(uses).toContain('token-key')
  })

  test('declares the table when it admits callers or stores responses in records', () => {
    if (!declared.some(readsRecords)) return
    expect(uses.includes('table') || uses.includes('table:read')).toBe(true)
  })
  test('may write records only when one of its endpoints changes something', () => {
    if (uses.includes('table')) expect(declared.some(changes)).toBe(true)
    if (uses.includes('table:read')) expect(declared.some(changes)).toBe(false)
    const audits = declared.some(({ audit }) => audit !== undefined)
    expect(uses.includes('audit')).toBe(audits && uses.includes('table:read'))
  })
})
