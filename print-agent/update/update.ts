import { createPublicKey } from 'node:crypto'
import { copyFile, link, open, rename, rm } from 'node:fs/promises'
import { isRunning } from '../../shared/lock-file.ts'
import { pause } from '../../shared/pause.ts'
import { readStatus } from '../status/record.ts'
import type { Status } from '../status/status.ts'
import { type Manifest, NotSigned, verifyFile } from './signed-file.ts'

const pollMs = 500

/** The update was refused, and nothing was changed. */
export class UpdateRefused extends Error {
  override name = 'UpdateRefused'
}

type UpdateDeps = {
  readonly executable: string
  readonly version: string
  /** The public half of the release key as PEM. */
  readonly releaseKey: string
  readonly stateDir: string
  /** Time in which the new agent has to report. */
  readonly trialMs: number
  readonly allowsDowngrade: boolean
  /** Ends the process of an agent, which its service manager starts again. */
  readonly stopAgent: (pid: number) => Promise<void>
  readonly say: (line: string) => void
}

/**
 * Installs a signed release, restarts the agent, and goes back when the new one has not
 * reported in time or `interrupted` aborts. Returns whether the new one stays. Throws
 * UpdateRefused.
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
  await rm(previousOf(executable), { force: true })
  await link(executable, previousOf(executable))
  await rename(next, executable)
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
    await pause(pollMs, trial)
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
  const restored = rename(previousOf(executable), executable)
  await restored.catch((error: NodeJS.ErrnoException) => {
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
      throw new UpdateRefused(
        `The file is not a release of this agent: ${error.message}.`,
      )
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

/** The executable before the last update. */
const previousOf = (executable: string): string => `${executable}.previous`

/**
 * Copies a release next to the executable, where nobody else can change it. Returns its
 * path.
 */
async function bring(release: string, executable: string): Promise<string> {
  const next = `${executable}.next`
  await rm(next, { force: true })
  await copyFile(release, next)
  await using file = await open(next, 'r+')
  await file.chmod(0o755)
  await file.sync()
  return next
}

/** True if a version such as 1.10.0 is later than another. */
export const isLater = (version: string, other: string): boolean =>
  version.localeCompare(other, 'en', { numeric: true }) > 0
