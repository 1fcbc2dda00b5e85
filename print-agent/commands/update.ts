import { isSea } from 'node:sea'
import { readConfig } from '../config.ts'
import { agentVersion, releaseKey } from '../release.ts'
import { goBack, UpdateRefused, update as updateAgent } from '../update/update.ts'
import { type Call, type Command, exitCodes } from './command.ts'
import { stopAgentOf } from './owner.ts'

/** Replaces the single executable by a release from a file. */
export const update: Command = {
  usage: '<file> | --back',
  argumentCount: 1,
  description:
    'takes a signed release from a file, and goes back if it does not report within two minutes',
  run: async (call) => {
    try {
      return await run(call)
    } catch (error) {
      if (error instanceof UpdateRefused) {
        call.complain(error.message)
        return exitCodes.failed
      }
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') throw error
      call.complain(`${process.execPath} cannot be replaced (${code}): run this as root.`)
      return exitCodes.failed
    }
  },
}

async function run({ arguments: [file = ''], flags, configPath, env, say }: Call) {
  if (!isSea()) {
    throw new UpdateRefused(
      'Only the single executable updates itself: replace the folder.',
    )
  }
  const { stateDir } = await readConfig(configPath, env)
  const stopAgent = (pid: number) => stopAgentOf(stateDir, pid)
  const shared = { executable: process.execPath, stateDir, stopAgent }
  if (flags.back) {
    await goBack(shared)
    say('The version before is in place again.')
    return exitCodes.ok
  }
  if (releaseKey === null) {
    throw new UpdateRefused(
      'A development build has no release key and takes no updates.',
    )
  }
  const interrupted = new AbortController()
  for (const name of ['SIGTERM', 'SIGINT'] as const) {
    process.once(name, () => interrupted.abort())
  }
  // A lost terminal must not leave an untried version in place.
  process.on('SIGHUP', () => undefined)
  const deps = {
    ...shared,
    version: agentVersion,
    releaseKey,
    trialMs: 120_000,
    allowsDowngrade: flags.downgrade,
    say,
  }
  const isUpdated = await updateAgent(file, deps, interrupted.signal)
  return isUpdated ? exitCodes.ok : exitCodes.failed
}
