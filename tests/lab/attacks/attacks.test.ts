import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../../shared/platform/http/endpoint.ts'
import { isDocumentedFailure } from '../../generated/documented-failures.ts'
import { allEndpoints } from '../../generated/endpoints.ts'
import { createOneOfEach } from '../../generated/one-of-each.ts'
import { allRecords } from '../../generated/records.ts'
import { checkAnswer } from '../../support/answers/check-answer.ts'
import type { Answer } from '../../support/client.ts'
import { enrolAgent } from '../../support/on-site-agent.ts'
import { seed as drawnSeed, isWholeRound, scaled } from '../../support/scale.ts'
import { openShop, type Shop, webhookSecret } from '../../support/shop.ts'
import { openWallet } from '../../support/wallet-client.ts'
import { attacks } from './all.ts'
import type { Attack, Loot, Request } from './attack.ts'
import { doorOf } from './door.ts'
import { forgedTokens } from './forged-tokens.ts'
import { rawAttacks, sendRaw } from './raw.ts'
import { frames, handshakes, sendFrame, shakeHands } from './sockets.ts'

/*
 * Equal cases each time, and new ones in each round of a long `npm run test:long`.
 * POS_ATTACK_SEED repeats the cases of an earlier run.
 */
const seed = Number(process.env.POS_ATTACK_SEED ?? (isWholeRound ? drawnSeed : 2_026))

/** Requests that are under way at the same time. */
const atOnce = 8

/** For how long a request may keep a busy machine, in ms. */
const requestMs = 40

let shop: Shop
let loot: Loot
let send: (request: Request) => Promise<Answer>

beforeAll(async () => {
  shop = await openShop({ options: { DOCS_PAGE: 'true', TILLS: 'true' } })
  const wallet = await openWallet(shop)
  // Without it, GET /rates has no source here
  const manualRate = { currency: 'USD', rate: 80_000 }
  await wallet.put('/config', { businessName: 'Corner Shop', manualRate })
  const access = wallet.cookies.get('accessToken') ?? ''
  loot = {
    ids: await createOneOfEach(wallet),
    cookies: [...wallet.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    tokens: { access, refresh: wallet.cookies.get('refreshToken') ?? '' },
    forged: await forgedTokens(shop, access),
    agentToken: (await enrolAgent(shop, wallet)).token,
    webhookSecret,
  }
  send = doorOf(shop)
})
afterAll(() => shop.close())

describe('on sockets', () => {
  it('change nothing by raw bytes, and get no 5xx', async () => {
    const before = await records()
    const answers = await Promise.all(
      rawAttacks(loot).map(async (attack) => {
        const statuses = await sendRaw(shop.url, attack)
        const seen = `${attack.name}: ${statuses.join(' ')}`
        expect(statuses.length, seen).toBeLessThanOrEqual(attack.requests ?? 1)
        expect(Math.max(0, ...statuses), seen).toBeLessThan(500)
        return statuses
      }),
    )
    const statuses = answers.flat()
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(42)
    expect(await records()).toEqual(before)
  })

  it('are refused in the handshake', async () => {
    const statuses = await Promise.all(
      handshakes(loot).map((handshake) => shakeHands(shop.url, handshake)),
    )
    expect(new Set(statuses)).toEqual(new Set([401]))
  })

  it('change nothing by frames, and close none but the socket that sent them', async () => {
    const before = await records()
    const other = await shop.watch(shop.anonymous(cookiesOf(loot)))
    const ends = await Promise.all(
      frames.map(async ([name, bytes, code = 'open']) => [
        name,
        code,
        await sendFrame(shop.url, loot, bytes),
      ]),
    )
    expect(ends).toEqual(ends.map(([name, code]) => [name, code, code]))
    expect(other.socket.readyState).toBe(other.socket.OPEN)
    other.socket.terminate()
    expect(await records()).toEqual(before)
  })
})

const cookiesOf = ({ tokens }: Loot) => ({ accessToken: tokens.access })

const endpointsOf = ({ fits }: Attack): Endpoint[] =>
  allEndpoints.map(([, each]) => each).filter(fits)

const runsOf = ({ perEndpoint }: Attack): number => scaled(1, 2 * perEndpoint)

type Case = { readonly endpoint: Endpoint; readonly request: Request }

describe.each(attacks.map((attack) => [attack.name, attack] as const))(
  '%s',
  (_, attack) => {
    const timeout = 120_000 + requestMs * endpointsOf(attack).length * runsOf(attack)
    it('change nothing, and get no undocumented response', { timeout }, async () => {
      const before = await records()
      const faults: string[] = []
      const cases = casesOf(attack)
      for (let from = 0; from < cases.length; from += atOnce) {
        const some = cases.slice(from, from + atOnce)
        const answers = await Promise.all(some.map(({ request }) => send(request)))
        for (const [at, answer] of answers.entries()) {
          const fault = faultOf(attack, some[at] as Case, answer)
          if (fault) faults.push(fault)
        }
      }
      expect(cases).not.toHaveLength(0)
      expect(faults.slice(0, 5), `POS_ATTACK_SEED=${seed}`).toEqual([])
      expect(await records(), `POS_ATTACK_SEED=${seed}`).toEqual(before)
    })
  },
)

function casesOf(attack: Attack): Case[] {
  const numRuns = runsOf(attack)
  return endpointsOf(attack).flatMap((endpoint) => {
    const made = fc.sample(attack.requests(endpoint, loot), { seed, numRuns })
    return made.map((request) => ({ endpoint, request }))
  })
}

function faultOf(attack: Attack, { endpoint, request }: Case, answer: Answer) {
  const { method, target } = request
  const { status, body } = answer
  try {
    checkAnswer(method, target.replace(/^http:\/\/[^/]*/, ''), answer)
    const isExpected = attack.expects?.(status, endpoint) ?? true
    const isFailure = status >= 500 && !isDocumentedFailure(endpoint, answer)
    if (isExpected && !isFailure) return undefined
    throw new Error(`answered ${status} ${JSON.stringify(body)?.slice(0, 200)}`)
  } catch (error) {
    const shown = JSON.stringify({
      ...request,
      body: request.body && Buffer.from(request.body).toString(),
    })
    return `${method} ${endpoint.path}: ${(error as Error).message}\n${shown.slice(0, 1_500)}`
  }
}

/** Sockets are on record while they are open, and for what they may have missed. */
const ofSockets = /^(WATCHERS |SESSION-WATCHERS#)/

/** An export that an attack asked for leaves its entry in the audit trail. */
const ofExports = /"kind":"export"/

/** Till data is built when somebody asks for it. */
const ofTillData = /^TILL-DATA /

async function records(): Promise<Map<string, string>> {
  const all = await allRecords(process.env.TABLE_NAME ?? '')
  return new Map(
    [...all].filter(
      ([key, record]) =>
        !ofSockets.test(key) && !ofExports.test(record) && !ofTillData.test(key),
    ),
  )
}
