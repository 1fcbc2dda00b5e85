import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { temporaryFolder } from './agent-process.ts'

/** True if CUPS is installed and this process runs as root. */
export function hasCups(): boolean {
  try {
    execFileSync('which', ['cupsd', 'lpadmin', 'lp', 'lpstat'])
    return process.getuid?.() === 0
  } catch {
    return false
  }
}

/** Starts a private CUPS on its own socket with one raw queue for each printer. */
export async function startCups(
  queues: readonly ({ name: string } & ({ port: number } | { uri: string }))[],
) {
  const root = await temporaryFolder()
  // CUPS runs its backends as another user.
  await chmod(root, 0o755)
  for (const folder of ['spool', 'spool/tmp', 'cache', 'state', 'root', 'log']) {
    await mkdir(join(root, folder))
  }
  const socket = join(root, 'cups.sock')
  await writeFile(join(root, 'cupsd.conf'), configuration(socket))
  await writeFile(join(root, 'cups-files.conf'), files(root))
  const args = ['-f', '-c', join(root, 'cupsd.conf'), '-s', join(root, 'cups-files.conf')]
  const daemon = spawn('cupsd', args, { stdio: 'ignore' })
  const env = { ...process.env, CUPS_SERVER: socket }
  const lpadmin = (...options: string[]) =>
    execFileSync('lpadmin', options, { env, stdio: 'pipe' })
  for (const queue of queues) {
    const uri = 'uri' in queue ? queue.uri : `socket://127.0.0.1:${queue.port}/`
    await untilReady(() => lpadmin('-p', queue.name, '-E', '-v', uri))
  }
  return {
    server: env.CUPS_SERVER,
    remove: (name: string) => lpadmin('-x', name),
    /** Stops or starts a queue as a technician does: `cupsdisable`, `cupsenable`. */
    run: (program: string, ...options: string[]) =>
      execFileSync(program, options, { env, stdio: 'pipe' }),
    /** The jobs that are not ended, as `lpstat` lists them. */
    waiting: () =>
      execFileSync('lpstat', ['-W', 'not-completed', '-o'], { env }).toString(),
    stop: async () => {
      daemon.kill('SIGTERM')
      if (daemon.exitCode === null) await once(daemon, 'exit')
    },
  }
}

async function untilReady(attempt: () => unknown): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      attempt()
      return
    } catch (error) {
      if (tries === 50) throw error
      await setTimeout(200)
    }
  }
}

function configuration(socket: string): string {
  return [
    `Listen ${socket}`,
    'Browsing Off',
    'DefaultAuthType None',
    'WebInterface No',
    '<Location />',
    '  Order allow,deny',
    '  Allow all',
    '</Location>',
    '<Policy default>',
    '  <Limit All>',
    '    Order allow,deny',
    '    Allow all',
    '  </Limit>',
    '</Policy>',
    '',
  ].join('\n')
}

function files(root: string): string {
  return [
    `ServerRoot ${root}/root`,
    `RequestRoot ${root}/spool`,
    `TempDir ${root}/spool/tmp`,
    `CacheDir ${root}/cache`,
    `StateDir ${root}/state`,
    `ErrorLog ${root}/log/error_log`,
    `AccessLog ${root}/log/access_log`,
    `PageLog ${root}/log/page_log`,
    '',
  ].join('\n')
}
