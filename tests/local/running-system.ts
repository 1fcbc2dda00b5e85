import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, vi } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const running = new Set<ChildProcess>()

/** Program of `npm start`. */
export const program = join(root, 'infra/local/main.ts')

/** Program of `npm run reset-pin`. */
export const resetProgram = join(root, 'infra/operate/reset-pin.ts')

const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? [])

/** True if this machine speaks IPv6, at least with itself. */
export const hasIpv6 = addresses.some(({ address }) => address === '::1')

/** Program of `npm run shops`. */
export const shopsProgram = join(root, 'infra/operate/shops.ts')

/** The on-site agent's program. */
export const agentProgram = join(root, 'print-agent/main.ts')

/** Program of `npm run switch-engine`. */
export const switchProgram = join(root, 'infra/local/switch-engine.ts')

/** An IPv4 address of this machine in the network, if it has one. */
export const networkAddress = addresses.find(
  ({ family, internal }) => family === 'IPv4' && !internal,
)?.address

afterEach(() => {
  for (const { pid } of running) if (pid) process.kill(-pid, 'SIGKILL')
})

/**
 * Runs the system with these settings, on free ports by default, until it is stopped or
 * the test is over.
 */
export function runSystem(
  settings: Record<string, string> & { POS_DATA_DIR: string },
  [command = '', ...args]: string[] = [process.execPath, program],
) {
  const child = spawn(command, args, {
    cwd: root,
    // Its own process group, so that a failed test leaves no process behind.
    detached: true,
    env: { ...process.env, POS_PORT: '0', POS_NODE_PORT: '0', ...settings },
  })
  running.add(child)
  let output = ''
  const collect = (text: Buffer) => {
    output += text.toString()
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child)
    return { code: code as number, output }
  })
  return {
    pid: child.pid ?? 0,
    ended,
    output: () => output,
    /** Waits for the API's URL, which is printed when everything runs. */
    url: () =>
      vi.waitFor(
        () => {
          const [, url] = /API +(http:\S+)/.exec(output) ?? []
          if (!url) throw new Error(`not running: ${output}`)
          return url
        },
        // The test's own timeout ends a wait for nothing.
        { timeout: 100_000, interval: 50 },
      ),
    stop: async (signal: NodeJS.Signals = 'SIGINT') => {
      child.kill(signal)
      return ended
    },
  }
}
