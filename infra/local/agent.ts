import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { replaceFile } from '../../print-agent/atomic-file.ts'
import { startTethered, type Tethered } from './engines/tethered.ts'

/** The printers of the simulated shop; each picture is named `<ticketId>-<job>.png`. */
const virtualPrinters = ['customer', 'kitchen', 'bar']

const agentProgram = fileURLToPath(new URL('../../print-agent/main.ts', import.meta.url))

/**
 * Starts the real agent as a process of its own. It is enrolled by calling the enrolment
 * function in this process: there is no back door over HTTP. Restarted on a used data
 * directory it keeps the identity it has.
 */
export async function startAgent({
  baseUrl,
  dataDir,
  node,
  enrol,
  onOutput,
}: {
  baseUrl: string
  dataDir: string
  /** null leaves the agent without a tunnel. */
  node: { url: string; password: string } | null
  /** Enrols an agent and answers its token; asked only when there is none yet. */
  enrol: () => Promise<string>
  onOutput?: (text: string) => void
}): Promise<Tethered> {
  const stateDir = join(dataDir, 'agent')
  const printed = join(dataDir, 'printed')
  await Promise.all([stateDir, printed].map((dir) => mkdir(dir, { recursive: true })))
  const file = join(stateDir, 'config.json')
  const config = {
    baseUrl,
    enrolmentToken: (await knownToken(file)) ?? (await enrol()),
    stateDir,
    printers: {
      system: false,
      virtual: virtualPrinters.map((name) => ({ name, directory: printed })),
    },
    node,
  }
  await replaceFile(file, JSON.stringify(config, null, 2))
  return startTethered(process.execPath, [agentProgram, file], onOutput)
}

async function knownToken(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '{}')
  return (JSON.parse(text) as { enrolmentToken?: string }).enrolmentToken
}
