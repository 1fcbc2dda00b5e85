import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../../infra/local/engines/free-port.ts'
import { startSupervised } from '../../../infra/local/engines/supervised-process.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import { reportsVariable } from './collected-memory.ts'

const program = fileURLToPath(new URL('../../../infra/local/main.ts', import.meta.url))
const preload = new URL('preload.ts', import.meta.url).href

export type RunningSystem = Awaited<ReturnType<typeof startRealSystem>>

/** Starts what `npm start` starts, as processes of their own, on a new data directory. */
export async function startRealSystem() {
  const dataDir = await mkdtemp(join(tmpdir(), 'pos-load-'))
  const memoryDir = join(dataDir, 'memory')
  await mkdir(memoryDir)
  const [port, nodePort] = [await freePort(), await freePort()]
  Object.assign(process.env, {
    POS_PORT: String(port),
    POS_NODE_PORT: String(nodePort),
    POS_DATA_DIR: dataDir,
    [reportsVariable]: memoryDir,
    // Every process that is started from now on, the agents as well.
    NODE_OPTIONS: `--import=${preload}`,
  })
  let output = ''
  const errorLines: string[] = []
  let isUp: () => void = () => {}
  const up = new Promise<void>((resolve) => {
    isUp = resolve
  })
  const system = startSupervised(process.execPath, [program], (text) => {
    errorLines.push(
      ...text.split('\n').filter((line) => line.includes('"level":"error"')),
    )
    // Later output is a line a request.
    if (output.includes('Ctrl-C')) return
    output += text
    if (output.includes('Ctrl-C')) isUp()
  })
  const ended = system.exited.then(({ stderrTail }) => {
    throw new Error(`the system ended: ${stderrTail || output}`)
  })
  // After the start nothing waits for it any more.
  ended.catch(() => {})
  await Promise.race([up, ended])
  return {
    url: `http://127.0.0.1:${port}`,
    nodeUrl: `http://127.0.0.1:${nodePort}`,
    dataDir,
    queuesEndpoint: /SQS, S3\s+(\S+)/.exec(output)?.[1] ?? '',
    /** Error lines in the log so far. */
    errorLines: (): readonly string[] => errorLines,
    close: async () => {
      await system.close()
      await removeFolder(dataDir)
    },
  }
}
