import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, expect, test, vi } from 'vitest'

const program = fileURLToPath(new URL('../../infra/local/main.ts', import.meta.url))
const dataDir = await mkdtemp(join(tmpdir(), 'pos-system-'))
const running = new Set<ChildProcess>()

afterEach(async () => {
  for (const child of running) child.kill('SIGKILL')
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** Runs `npm start` with these settings, on free ports unless they say otherwise. */
function run(settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      POS_DATA_DIR: dataDir,
      POS_PORT: '0',
      POS_NODE_PORT: '0',
      ...settings,
    },
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
    ended,
    /** Waits for the API's address, which is printed when everything runs. */
    url: () =>
      vi.waitFor(
        () => {
          const [, url] = /API +(http:\S+)/.exec(output) ?? []
          if (!url) throw new Error(`not running: ${output}`)
          return url
        },
        { timeout: 10_000, interval: 50 },
      ),
    stop: async () => {
      child.kill('SIGINT')
      return ended
    },
  }
}

const json = async (url: string, init?: RequestInit) => (await fetch(url, init)).json()

const owner = {
  businessType: 'store',
  businessName: 'Corner Shop',
  businessCurrency: 'USD',
  userName: 'Ana',
  userPassword: 'wallet',
  userPin: '4321',
}

const tunnelOpenings = async () => {
  const log = await readFile(join(dataDir, 'agent.log'), 'utf8').catch(() => '')
  return log.split('"tunnel-open"').length - 1
}

test('everything starts within 10 s, stops on Ctrl-C and keeps its data', async () => {
  const first = run()
  const url = await first.url()
  expect(await json(`${url}/api/health`)).toMatchObject({ status: 'healthy' })
  const setup = await fetch(`${url}/initial-setup`, {
    method: 'POST',
    body: JSON.stringify(owner),
  })
  expect(setup.status).toBe(201)
  await vi.waitFor(async () => expect(await tunnelOpenings()).toBe(1), 5_000)
  expect(await first.stop()).toMatchObject({ code: 0 })
  await expect(fetch(url)).rejects.toThrow()

  const second = run()
  const urlNow = await second.url()
  expect(await json(`${urlNow}/initial-setup`)).toMatchObject({ initialized: true })
  const login = await fetch(`${urlNow}/auth/login`, {
    method: 'POST',
    body: JSON.stringify({ name: 'Ana', pin: '4321' }),
  })
  expect(login.status).toBe(200)
  await vi.waitFor(async () => expect(await tunnelOpenings()).toBe(2), 5_000)
  await second.stop()
}, 40_000)

test('a taken port is said plainly', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const { code, output } = await run({ POS_PORT: String(port) }).ended
  expect(code).toBe(1)
  expect(output).toContain(`Port ${port} is taken by another program`)
  other.close()
})

test('wrong settings are named before anything starts', async () => {
  const { code, output } = await run({ POS_VERIFY_CHECKOUT: 'maybe' }).ended
  expect(code).toBe(2)
  expect(output).toMatch(/^Wrong settings:\nPOS_VERIFY_CHECKOUT: /)
})
