import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../print-agent/main.ts', import.meta.url))

export type AgentProcess = Awaited<ReturnType<typeof startAgent>>

/** Starts the agent as its own process. */
export async function startAgent(config: { stateDir: string }) {
  const path = join(config.stateDir, 'config.json')
  await writeFile(path, JSON.stringify(config))
  const child = spawn(process.execPath, [MAIN, path], { stdio: 'pipe' })
  let output = ''
  child.stdout.on('data', (data) => (output += data))
  child.stderr.on('data', (data) => (output += data))
  return {
    output: () => output,
    /** Ends it and returns its exit code, null after SIGKILL. */
    end: (signal: NodeJS.Signals) => end(child, signal),
    exited: async () => exitCode(child),
  }
}

export function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'pos-agent-'))
}

async function end(child: ChildProcess, signal: NodeJS.Signals) {
  child.kill(signal)
  return exitCode(child)
}

async function exitCode(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}
