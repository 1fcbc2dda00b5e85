import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { agentToken } from '../shared/agents/protocol/token-exchange.ts'
import { replaceFile } from '../shared/atomic-file.ts'
import { pause } from '../shared/pause.ts'
import { connectCloud } from './cloud.ts'
import { type Config, ConfigProblem } from './config.ts'
import { log } from './log.ts'

const retryMs = 15_000

const identityFile = 'identity.json'

const Identity = z.object({
  agentId: z.string().min(1),
  secret: z.string().min(43),
  exchanged: z.boolean(),
})
type Identity = z.infer<typeof Identity>

/**
 * Returns the agent's bearer token, after exchanging an enrolment token that is new. The
 * secret is on disk before the exchange, so that it can be repeated. Throws ConfigProblem
 * and Revoked.
 */
export async function enrol(
  config: Config,
  signal: AbortSignal,
  { replacesDamaged = false } = {},
): Promise<string> {
  await mkdir(config.stateDir, { recursive: true, mode: 0o700 })
  const path = join(config.stateDir, identityFile)
  const stored = await storedIdentity(config.stateDir).catch((error) => {
    if (replacesDamaged && error instanceof ConfigProblem) return undefined
    throw error
  })
  const token = config.enrolmentToken
  // A token is `<agentId>.<random>`.
  const tokenAgentId = token?.slice(0, token.indexOf('.'))

  const isCurrent = tokenAgentId === undefined || tokenAgentId === stored?.agentId
  if (stored?.exchanged && isCurrent) return agentToken(stored)
  if (token === undefined || tokenAgentId === undefined) {
    throw new ConfigProblem('enrolmentToken is needed: this agent is not enrolled yet')
  }

  const pending = stored && isCurrent ? stored : newIdentity(tokenAgentId)
  await store(path, pending, signal)
  const { agentId } = await connectCloud(config.baseUrl, token)
    .exchange({ secret: pending.secret, servesNode: config.node !== null }, signal)
    .catch(async (error) => {
      // A token that is refused must not cost the identity that works.
      if (stored?.exchanged) await replaceFile(path, JSON.stringify(stored))
      throw error
    })
  const identity = { ...pending, agentId, exchanged: true }
  await replaceFile(path, JSON.stringify(identity)).catch((error) => {
    // The next start repeats the exchange.
    log('disk-failed', { path, error })
  })
  log('enrolled', { agentId })
  return agentToken(identity)
}

/** Without its secret on disk, an agent that restarts could never be enrolled again. */
async function store(path: string, identity: Identity, signal: AbortSignal) {
  for (;;) {
    try {
      return await replaceFile(path, JSON.stringify(identity))
    } catch (error) {
      log('disk-failed', { path, error })
      await pause(retryMs, signal)
      if (signal.aborted) throw error
    }
  }
}

function newIdentity(agentId: string): Identity {
  return { agentId, secret: randomBytes(32).toString('base64url'), exchanged: false }
}

/** The identity in a state directory; undefined before the first token is exchanged. */
export async function storedIdentity(stateDir: string): Promise<Identity | undefined> {
  const path = join(stateDir, identityFile)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  try {
    return Identity.parse(JSON.parse(text))
  } catch {
    throw new ConfigProblem(
      `${path} is damaged, perhaps by a power cut. Create a new agent for the shop and call ` +
        'lightning-pos-agent enrol with the base URL and its token',
    )
  }
}
