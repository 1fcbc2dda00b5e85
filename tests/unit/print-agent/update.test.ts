import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { afterReport, firstStatus } from '../../../print-agent/status/status.ts'
import { signFile } from '../../../print-agent/update/signed-file.ts'
import { goBack, isLater, update } from '../../../print-agent/update/update.ts'
import { replaceFile } from '../../../shared/atomic-file.ts'
import { lockFile, stateLock } from '../../../shared/lock-file.ts'
import { removeFolder } from '../../support/remove-folder.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const releaseKey = publicKey.export({ type: 'spki', format: 'pem' }).toString()
const here = { platform: process.platform as string, arch: process.arch as string }

/**
 * A machine on which version 1.2.0 runs. `restart` is what the service manager and the new
 * executable do once the old agent was stopped.
 */
async function openMachine({
  restart = async () => {},
  isRunning = true,
}: {
  restart?: (machine: { report: (version: string) => Promise<void> }) => Promise<void>
  isRunning?: boolean
} = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'pos-update-'))
  const restarts: Promise<void>[] = []
  onTestFinished(async () => {
    await Promise.all(restarts)
    await removeFolder(folder)
  })
  const executable = join(folder, 'agent')
  await writeFile(executable, 'version 1.2.0', { mode: 0o755 })
  const lock = isRunning ? await lockFile(stateLock(folder)) : undefined
  onTestFinished(() => lock?.release())
  let startedAtMs = 1_000
  const agent = { pid: 4242, baseUrl: 'https://pos.example', hasNode: false }
  const write = async (version: string, hasReported: boolean) => {
    startedAtMs += 1_000
    const status = firstStatus({ ...agent, version }, startedAtMs)
    const told = hasReported ? afterReport(status, startedAtMs) : status
    await replaceFile(join(folder, 'status.json'), JSON.stringify(told))
  }
  if (isRunning) await write('1.2.0', true)
  const stopped: number[] = []
  const said: string[] = []
  const deps = {
    executable,
    version: '1.2.0',
    releaseKey,
    stateDir: folder,
    trialMs: 400,
    allowsDowngrade: false,
    stopAgent: async (pid: number) => {
      stopped.push(pid)
      restarts.push(restart({ report: (version) => write(version, true) }))
    },
    say: (line: string) => said.push(line),
  }
  return {
    folder,
    stopped,
    said,
    deps,
    content: () => readFile(executable, 'utf8'),
    mode: async () => (await stat(executable)).mode & 0o777,
    update: (file: string, change = {}, signal = new AbortController().signal) =>
      update(file, { ...deps, ...change }, signal),
  }
}

async function release(
  folder: string,
  {
    version = '1.3.0',
    key = privateKey,
    arch = here.arch,
  }: { version?: string; key?: KeyObject; arch?: string } = {},
): Promise<string> {
  const path = join(folder, 'release')
  await writeFile(path, `version ${version}`)
  await signFile(path, { version, ...here, arch }, key)
  return path
}

describe('an update', () => {
  test('stays when the new version has reported', async () => {
    const machine = await openMachine({ restart: ({ report }) => report('1.3.0') })
    const trialMs = 60_000
    expect(await machine.update(await release(machine.folder), { trialMs })).toBe(true)
    expect(await machine.content()).toMatch(/^version 1\.3\.0/)
    expect(await machine.mode()).toBe(0o755)
    expect(machine.stopped).toEqual([4242])
  })

  test('goes back when the new version does not report in time', async () => {
    const machine = await openMachine()
    expect(await machine.update(await release(machine.folder))).toBe(false)
    expect(await machine.content()).toBe('version 1.2.0')
    expect(machine.stopped).toEqual([4242, 4242])
    expect(machine.said.at(-1)).toBe(
      'Version 1.3.0 has not reported. 1.2.0 is back in its place.',
    )
  })

  test('is not proved by the report of the old version', async () => {
    const machine = await openMachine({ restart: ({ report }) => report('1.2.0') })
    expect(await machine.update(await release(machine.folder))).toBe(false)
  })

  test('goes back when it is interrupted', async () => {
    const machine = await openMachine()
    const file = await release(machine.folder)
    const trialMs = 60_000
    expect(await machine.update(file, { trialMs }, AbortSignal.timeout(50))).toBe(false)
    expect(await machine.content()).toBe('version 1.2.0')
  })

  test('can be taken back later', async () => {
    const machine = await openMachine({ restart: ({ report }) => report('1.3.0') })
    await machine.update(await release(machine.folder), { trialMs: 60_000 })
    await goBack(machine.deps)
    expect(await machine.content()).toBe('version 1.2.0')
    await expect(goBack(machine.deps)).rejects.toThrow('no version before')
  })

  test.each([
    [
      'unsigned',
      async (folder: string) => {
        await writeFile(join(folder, 'release'), 'version 1.3.0'.repeat(20))
      },
      'it has no signature',
    ],
    [
      'by another key',
      async (folder: string) => {
        await release(folder, { key: generateKeyPairSync('ed25519').privateKey })
      },
      'not by the release key',
    ],
    [
      'changed after it was signed',
      async (folder: string) => {
        const path = await release(folder)
        const bytes = await readFile(path)
        bytes[0] = 0x58
        await writeFile(path, bytes)
      },
      'its content was changed',
    ],
    [
      'with something before it',
      async (folder: string) => {
        const path = await release(folder)
        await writeFile(path, Buffer.concat([Buffer.from('x'), await readFile(path)]))
      },
      'not as long as it was signed',
    ],
    [
      'for another architecture',
      async (folder: string) => {
        await release(folder, { arch: 'riscv64' })
      },
      'The file is for',
    ],
    [
      'older',
      async (folder: string) => {
        await release(folder, { version: '1.1.9' })
      },
      'older than 1.2.0',
    ],
    [
      'the same',
      async (folder: string) => {
        await release(folder, { version: '1.2.0' })
      },
      'This is version 1.2.0 already',
    ],
  ])('that is %s is refused and changes nothing', async (_, make, message) => {
    const machine = await openMachine()
    await make(machine.folder)
    await expect(machine.update(join(machine.folder, 'release'))).rejects.toThrow(message)
    expect(await machine.content()).toBe('version 1.2.0')
    expect(machine.stopped).toEqual([])
  })

  test('to an older version is taken when it is asked for', async () => {
    const machine = await openMachine({ restart: ({ report }) => report('1.1.0') })
    const file = await release(machine.folder, { version: '1.1.0' })
    const change = { allowsDowngrade: true, trialMs: 60_000 }
    expect(await machine.update(file, change)).toBe(true)
  })

  test('needs an agent that runs, as nothing else shows that the new one works', async () => {
    const machine = await openMachine({ isRunning: false })
    const updating = machine.update(await release(machine.folder))
    await expect(updating).rejects.toThrow('The agent is not running')
  })
})

test.each([
  ['1.10.0', '1.9.0', true],
  ['1.9.0', '1.10.0', false],
  ['2.0.0', '1.9.9', true],
  ['1.2.3', '1.2.3', false],
  ['1.2.4', '1.2.3', true],
])('version %s is later than %s: %s', (version, other, expected) => {
  expect(isLater(version, other)).toBe(expected)
})
