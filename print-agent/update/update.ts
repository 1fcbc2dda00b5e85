import { createPublicKey } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { isRunning } from '../lock-file.ts'
import { pause } from '../pause.ts'
import { readStatus } from '../status/record.ts'
import type { Status } from '../status/status.ts'
import { bring, replaceExecutable, restorePrevious } from './replace.ts'
import { type Manifest, NotSigned, verifyFile } from './signed-file.ts'
import { isLater } from './versions.ts'

const POLL_MS = 500

/** The update was refused, and nothing was changed. */
export class UpdateRefused extends Error {
  override name = 'UpdateRefused'
}

export type UpdateDeps = {
  /** The executable that is replaced. */
  readonly executable: string
  readonly version: string
  /** The public half of the release key as PEM. */
  readonly releaseKey: string
  readonly stateDir: string
  /** How long the new agent has to report. */
  readonly trialMs: number
  readonly allowsDowngrade: boolean
  /** Ends the process of an agent, which its service manager starts again. */
  readonly stopAgent: (pid: number) => Promise<void>
  readonly say: (line: string) => void
}

/**
 * Replaces the executable by a signed release, has the running agent started again, and goes
 * back to the one before when the new one has not reported to the cloud in time, or when
 * `interrupted` aborts. Returns whether the new one stays. Throws UpdateRefused.
 */
export async function update(
  release: string,
  deps: UpdateDeps,
  interrupted: AbortSignal,
): Promise<boolean> {
  const { executable, stateDir, trialMs, stopAgent, say } = deps
  const before = await runningStatus(stateDir)
  if (!before) {
    throw new UpdateRefused(
      'The agent is not running: start it, so that the new one is tried.',
    )
  }
  const next = await bring(release, executable)
  const { version } = await accepted(next, deps).catch(async (error) => {
    await rm(next, { force: true })
    throw error
  })

  await replaceExecutable(next, executable)
  say(`Version ${version} is in place. It has ${trialMs / 1_000} s to report.`)
  await stopAgent(before.pid)
  const hasReported = async () => {
    const now = await readStatus(stateDir).catch(() => undefined)
    return now?.startedAtMs !== before.startedAtMs && now?.version === version
      ? now.lastReportAtMs !== null
      : false
  }
  const trial = AbortSignal.any([AbortSignal.timeout(trialMs), interrupted])
  while (!trial.aborted) {
    if (await hasReported()) {
      say(`Version ${version} has reported: done.`)
      return true
    }
    await pause(POLL_MS, trial)
  }
  await goBack({ executable, stateDir, stopAgent })
  say(`Version ${version} has not reported. ${deps.version} is back in its place.`)
  return false
}

/** Puts the executable before the last update back, and has the agent started again. */
export async function goBack({
  executable,
  stateDir,
  stopAgent,
}: Pick<UpdateDeps, 'executable' | 'stateDir' | 'stopAgent'>): Promise<void> {
  await restorePrevious(executable).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new UpdateRefused('There is no version before this one.')
  })
  const running = await runningStatus(stateDir)
  if (running) await stopAgent(running.pid)
}

async function runningStatus(stateDir: string): Promise<Status | undefined> {
  if (!(await isRunning(stateDir))) return undefined
  return await readStatus(stateDir).catch(() => undefined)
}

/** The manifest of a release that may replace this agent. Throws UpdateRefused. */
async function accepted(path: string, deps: UpdateDeps): Promise<Manifest> {
  const manifest = await verifyFile(path, createPublicKey(deps.releaseKey)).catch(
    (error) => {
      if (!(error instanceof NotSigned)) throw error
      throw new UpdateRefused(`The file is no release of this agent: ${error.message}.`)
    },
  )
  const { version, platform, arch } = manifest
  if (platform !== process.platform || arch !== process.arch) {
    throw new UpdateRefused(
      `The file is for ${platform} ${arch}; this is ${process.platform} ${process.arch}.`,
    )
  }
  if (version === deps.version) {
    throw new UpdateRefused(`This is version ${version} already.`)
  }
  if (!isLater(version, deps.version) && !deps.allowsDowngrade) {
    throw new UpdateRefused(
      `${version} is older than ${deps.version}. With --downgrade it is taken all the same.`,
    )
  }
  return manifest
}
