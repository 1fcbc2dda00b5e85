import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { replaceFile } from './atomic-file.ts'
import { connectCloud } from './cloud.ts'
import { type Config, ConfigProblem } from './config.ts'
import { log } from './log.ts'

const Identity = z.object({
  agentId: z.string().min(1),
  secret: z.string().min(43),
  exchanged: z.boolean(),
})
type Identity = z.infer<typeof Identity>

/**
 * The agent's own bearer, `<agentId>.<secret>`. A known identity is used again; with a
 * token of another agent, or none known, the token is exchanged first. The secret is on
 * disk before the exchange, so that a lost reply or a crash is repaired by repeating it.
 * Throws ConfigProblem without identity and token, Revoked when the token is refused.
 */
export async function enrol(config: Config, signal: AbortSignal): Promise<string> {
  await mkdir(config.stateDir, { recursive: true, mode: 0o700 })
  const path = join(config.stateDir, 'identity.json')
  const known = await readIdentity(path)
  const token = config.enrolmentToken
  // A token is `<agentId>.<random>`.
  const tokenAgentId = token?.slice(0, token.indexOf('.'))

  const isCurrent = tokenAgentId === undefined || tokenAgentId === known?.agentId
  if (known?.exchanged && isCurrent) return bearerOf(known)
  if (token === undefined || tokenAgentId === undefined) {
    throw new ConfigProblem('enrolmentToken is needed: this agent is not enrolled yet')
  }

  const pending = known && isCurrent ? known : newIdentity(tokenAgentId)
  await replaceFile(path, JSON.stringify(pending))
  const { agentId } = await connectCloud(config.baseUrl, token).exchange(
    pending.secret,
    signal,
  )
  const identity = { ...pending, agentId, exchanged: true }
  await replaceFile(path, JSON.stringify(identity))
  log('enrolled', { agentId })
  return bearerOf(identity)
}

function newIdentity(agentId: string): Identity {
  return { agentId, secret: randomBytes(32).toString('base64url'), exchanged: false }
}

function bearerOf({ agentId, secret }: Identity): string {
  return `${agentId}.${secret}`
}

async function readIdentity(path: string): Promise<Identity | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  try {
    return Identity.parse(JSON.parse(text))
  } catch {
    throw new ConfigProblem(
      `${path} is damaged: remove it and enrol the agent again with a new token`,
    )
  }
}
