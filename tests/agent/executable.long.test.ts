import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { copyFile, mkdir, open, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { bundleAgent } from '../../infra/agent-package/bundle.ts'
import { buildExecutable, prepareContent } from '../../infra/agent-package/executable.ts'
import { stopAgentOf } from '../../print-agent/commands/owner.ts'
import { runChild } from '../../print-agent/printers/child.ts'
import { signFile } from '../../print-agent/update/signed-file.ts'
import { update } from '../../print-agent/update/update.ts'
import { createPrintJob, escPosBytesOf } from './print-jobs.ts'
import { openShop } from './shop.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 })
const soon = { timeout: 60_000, interval: 50 }

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const releaseKey = publicKey.export({ type: 'spki', format: 'pem' }).toString()
/** Architecture that runs here, and the other one, whose build is only inspected. */
const here = process.arch === 'arm64' ? 'arm64' : 'x64'
const elsewhere = here === 'arm64' ? 'x64' : 'arm64'

/** In the header of an ELF file. */
const machineCodes = { x64: 62, arm64: 183 }

const builds = mkdtempSync(join(tmpdir(), 'pos-executable-'))
afterAll(() => rmSync(builds, { recursive: true }))

const executableOf = (version: string) => join(builds, `agent-${version}`)

beforeAll(async () => {
  for (const version of ['1.0.0', '1.1.0']) {
    const folder = join(builds, version)
    bundleAgent(folder, { version, releaseKey })
    prepareContent(folder, join(builds, 'content'))
    const path = executableOf(version)
    await buildExecutable(path, here, join(builds, 'content'))
    await signFile(path, { version, platform: 'linux', arch: here }, privateKey)
  }
})

/** A service manager: starts the agent again whenever it ends. */
function keepRunning(executable: string, config: string) {
  let isStopped = false
  let child = start()
  function start() {
    const started = spawn(executable, ['run', '--config', config], {
      stdio: 'ignore',
      env: { ...process.env, POS_AGENT_STATUS_PORT: '0' },
    })
    started.on('error', () => undefined)
    started.on('close', () => {
      if (!isStopped) setTimeout(() => (child = start()), 100)
    })
    return started
  }
  return async () => {
    isStopped = true
    if (child.kill('SIGTERM')) await once(child, 'close')
  }
}

async function openMachine() {
  const shop = await openShop()
  const folder = join(shop.stateDir, 'bin')
  await mkdir(folder)
  const executable = join(folder, 'agent')
  await copyFile(executableOf('1.0.0'), executable)
  const config = join(shop.stateDir, 'agent.json')
  await writeFile(config, JSON.stringify(shop.config), { mode: 0o600 })
  onTestFinished(keepRunning(executable, config))
  const versions = () =>
    shop.cloud.state.calls
      .filter(({ path }) => path === '/agents/report')
      .map(({ body }) => (body as { version: string }).version)
  await vi.waitFor(() => expect(versions()).toContain('1.0.0'), soon)
  return { ...shop, executable, config, versions }
}

test('a single executable in a bare folder prints bytes and pictures', async () => {
  const { cloud, kitchen, stateDir } = await openMachine()
  const jobs = [createPrintJob('kitchen'), createPrintJob('customer')]
  for (const job of jobs) await cloud.enqueue(job)
  for (const { id } of jobs) {
    await vi.waitFor(() => expect(cloud.statesOf(id)).toEqual(['printed']), soon)
  }
  expect(kitchen.receipts).toEqual(jobs.slice(0, 1).map((job) => escPosBytesOf(job)))
  const picture = `${stateDir}/printed/T-1-${jobs[1]?.id.slice(0, 8)}.png`
  expect((await readFile(picture)).toString('latin1', 1, 4)).toBe('PNG')
})

test('an update replaces it, and the new version prints', async () => {
  const { cloud, executable, config, versions } = await openMachine()
  const words = ['update', executableOf('1.1.0'), '--config', config]
  const updated = await runChild(executable, words, { timeoutMs: 150_000 })
  expect(updated).toMatchObject({ code: 0, stderr: '' })
  expect(versions().at(-1)).toBe('1.1.0')
  const job = createPrintJob('kitchen')
  await cloud.enqueue(job)
  await vi.waitFor(() => expect(cloud.statesOf(job.id)).toEqual(['printed']), soon)
})

test('a release that ends at once is taken back, and the version before reports', async () => {
  const { executable, stateDir, versions } = await openMachine()
  const broken = join(stateDir, 'broken')
  await writeFile(broken, '#!/bin/sh\nexit 1\n')
  const release = { version: '1.2.0', platform: 'linux', arch: process.arch }
  await signFile(broken, release, privateKey)
  const deps = {
    executable,
    version: '1.0.0',
    releaseKey,
    stateDir,
    trialMs: 5_000,
    allowsDowngrade: false,
    stopAgent: (pid: number) => stopAgentOf(stateDir, pid),
    say: () => undefined,
  }
  expect(await update(broken, deps, new AbortController().signal)).toBe(false)
  const before = versions().length
  await vi.waitFor(() => expect(versions().length).toBeGreaterThan(before), soon)
  expect(versions().at(-1)).toBe('1.0.0')
})

test('for the other architecture it is an executable of that architecture', async () => {
  const path = join(builds, `agent-${elsewhere}`)
  await buildExecutable(path, elsewhere, join(builds, 'content'))
  const file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(20), 0, 20, 0)
  await file.close()
  expect(buffer.toString('latin1', 0, 4)).toBe('\x7fELF')
  expect(buffer.readUInt16LE(18)).toBe(machineCodes[elsewhere])
})
