import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { removeFolder } from '../support/remove-folder.ts'

const agentProgram = fileURLToPath(new URL('../../print-agent/main.ts', import.meta.url))

export type AgentProcess = Awaited<ReturnType<typeof startAgent>>

/** Starts the agent, from its sources or bundled, as a separate process. */
export async function startAgent(
  config: { stateDir: string },
  nodeOptions: readonly string[] = [],
  program = agentProgram,
  folder = config.stateDir,
) {
  const path = join(folder, 'config.json')
  await writeFile(path, JSON.stringify(config))
  const child = spawn(process.execPath, [...nodeOptions, program, path], {
    stdio: 'pipe',
    // Many run at once, and the status page has one port.
    env: { ...process.env, POS_AGENT_STATUS_PORT: '0' },
  })
  let output = ''
  child.stdout.on('data', (data) => (output += data))
  child.stderr.on('data', (data) => (output += data))
  // The last of the output may come after the exit
  const closed = once(child, 'close')
  const exited = async (): Promise<number | null> => {
    await closed
    return child.exitCode
  }
  return {
    pid: child.pid,
    output: () => output,
    /** Sends the signal and resolves with the exit code, null after SIGKILL. */
    end: (signal: NodeJS.Signals) => {
      child.kill(signal)
      return exited()
    },
    exited,
  }
}

/** Creates a folder that is deleted after the test, or when `onFinished` says so. */
export async function temporaryFolder(
  onFinished: (remove: () => Promise<void>) => unknown = onTestFinished,
): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'pos-agent-'))
  onFinished(() => removeFolder(path))
  return path
}
