import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { freePort } from '../../infra/local/engines/free-port.ts'
import { runCommandLine } from '../../print-agent/command-line.ts'
import { agentVersion } from '../../print-agent/release.ts'
import { afterEvent, afterReport, firstStatus } from '../../print-agent/status/status.ts'
import { lockFile, stateLock } from '../../shared/lock-file.ts'
import { temporaryFolder } from './agent-process.ts'
import { enrolmentToken } from './cloud-stand-in.ts'
import { openShop } from './shop.ts'

/** Runs a command in this process. */
async function command(...words: string[]) {
  return commandIn({}, ...words)
}

async function commandIn(env: Record<string, string>, ...words: string[]) {
  const said: string[] = []
  const complaints: string[] = []
  const exitCode = await runCommandLine(words, {
    env,
    say: (line) => said.push(line),
    complain: (line) => complaints.push(line),
  })
  return { exitCode, said: said.join('\n'), complaints: complaints.join('\n') }
}

test('--help names every command, and --version the version', async () => {
  const { exitCode, said } = await command('--help')
  expect(exitCode).toBe(0)
  for (const name of [
    'enrol',
    'check',
    'printers',
    'test-print',
    'run',
    'status',
    'update',
  ]) {
    expect(said).toContain(`\n  ${name}`)
  }
  const version = `${agentVersion} (development build: takes no updates)`
  expect(await command('--version')).toEqual({
    exitCode: 0,
    said: version,
    complaints: '',
  })
})

test.each([
  [['what'], 'There is no command what.'],
  [['enrol', 'https://pos.example'], 'enrol <base URL> <token>'],
  [['check', '--what'], "Unknown option '--what'"],
  [[], 'Usage:'],
])('%j is 64 with what is wrong', async (words, message) => {
  const { exitCode, complaints } = await command(...words)
  expect(exitCode).toBe(64)
  expect(complaints).toContain(message)
})

test('without a configuration a command is 78 and says what to do', async () => {
  const { exitCode, complaints } = await command(
    'check',
    '--config',
    '/nowhere/agent.json',
  )
  expect({ exitCode, complaints }).toEqual({
    exitCode: 78,
    complaints:
      'There is no /nowhere/agent.json: enrol the agent first, or name the file by --config',
  })
})

describe('enrol', () => {
  test('exchanges the token and writes a configuration that only its owner can read', async () => {
    const { cloud } = await openShop()
    const path = join(await temporaryFolder(), 'etc/agent.json')
    const enrolled = await command('enrol', cloud.url, enrolmentToken, '--config', path)
    expect(enrolled).toMatchObject({ exitCode: 0, complaints: '' })
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const config = JSON.parse(await readFile(path, 'utf8'))
    expect(config).toMatchObject({ baseUrl: cloud.url, enrolmentToken: enrolmentToken })
    const state = join(path, '..', config.stateDir)
    expect(await readdir(state)).toEqual(['identity.json'])
  })

  test('keeps the printers and the node that the file has', async () => {
    const { cloud, config, stateDir } = await openShop()
    const path = join(stateDir, 'agent.json')
    await writeFile(path, `\ufeff${JSON.stringify(config)}`)
    await command('enrol', cloud.url, enrolmentToken, '--config', path)
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(config)
  })

  test('with a token that is refused is 77 and changes nothing', async () => {
    const { cloud, config, stateDir } = await openShop()
    const path = join(stateDir, 'agent.json')
    await writeFile(path, JSON.stringify(config))
    await command('enrol', cloud.url, enrolmentToken, '--config', path)
    const before = await Promise.all([path, `${stateDir}/identity.json`].map(text))
    const refused = await command('enrol', cloud.url, 'a9.wrong', '--config', path)
    expect(refused.exitCode).toBe(77)
    expect(refused.complaints).not.toContain('a9.wrong')
    expect(refused.complaints).toContain('Check it for a typing mistake.')
    expect(await Promise.all([path, `${stateDir}/identity.json`].map(text))).toEqual(
      before,
    )
  })

  test.each([
    ['http://pos.example', 'must be https'],
    ['pos.example', 'must be the address of the deployment'],
  ])('refuses the address %s', async (url, message) => {
    const path = join(await temporaryFolder(), 'agent.json')
    const { exitCode, complaints } = await command('enrol', url, 'a.b', '--config', path)
    expect(exitCode).toBe(78)
    expect(complaints).toContain(message)
  })
})

const text = (path: string) => readFile(path, 'utf8')

describe('with an enrolled agent', () => {
  let shop: Awaited<ReturnType<typeof openShop>>
  let path: string
  const write = (change: object = {}) =>
    writeFile(path, JSON.stringify({ ...shop.config, ...change }))

  beforeEach(async () => {
    shop = await openShop()
    path = join(shop.stateDir, 'agent.json')
    await writeFile(path, '{}', { mode: 0o600 })
    await write()
    await command('enrol', shop.cloud.url, enrolmentToken, '--config', path)
  })

  test('check says a line about everything, and 0', async () => {
    const { exitCode, said } = await command('check', '--config', path)
    expect(said.split('\n')).toEqual([
      `ok Folder: ${shop.stateDir} can be written`,
      `ok Address: ${shop.cloud.url} answers`,
      'ok Token: accepted',
      'ok Clock: right',
      'ok Node: none is configured',
      `ok Printer kitchen: reached at 127.0.0.1:${shop.kitchen.port}`,
      `ok Printer customer: writes pictures to ${shop.stateDir}/printed`,
    ])
    expect(exitCode).toBe(0)
  })

  test('check is 1 and names what fails', async () => {
    shop.cloud.state.isRevoked = true
    const port = await freePort()
    await write({
      printers: {
        system: false,
        network: [{ name: 'kitchen', host: '127.0.0.1', port }],
        devices: [{ name: 'bar', path: '/dev/no-printer' }],
      },
      node: { url: `http://127.0.0.1:${port}`, password: 'secret of the node' },
    })
    await chmod(path, 0o644)
    const { exitCode, said } = await command('check', '--config', path)
    expect(exitCode).toBe(1)
    expect(said).toContain('!! Token: refused')
    expect(said).toContain(`!! Node: http://127.0.0.1:${port}: nothing answers`)
    expect(said).toContain(`!! Printer kitchen: 127.0.0.1:${port}: connect ECONNREFUSED`)
    expect(said).toContain('!! Printer bar: ENOENT')
    expect(said).toContain('.. Configuration: others can read the secrets')
    expect(said).not.toContain('secret of the node')
  })

  test("check tells another server from the shop's, and a clock that is wrong", async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 11 * 60_000)
    const fast = await command('check', '--config', path)
    vi.restoreAllMocks()
    expect(fast).toMatchObject({
      exitCode: 1,
      said: expect.stringMatching(/!! Clock: 6\d\d s fast/),
    })
    shop.cloud.state.foreign = { status: 401, body: 'Log in to the Wi-Fi' }
    const { exitCode, said } = await command('check', '--config', path)
    expect(exitCode).toBe(1)
    expect(said).toMatch(/!! Address: .* it answers 401, but not as Lightning POS does/)
    await write({ baseUrl: shop.cloud.url.replace('http:', 'https:') })
    expect((await command('check', '-c', path)).said).toContain('speaks http, not https')
  })

  test('printers lists them, also those of the environment', async () => {
    const env = { POS_AGENT_PRINTERS_VIRTUAL: '[{"name": "pictures", "directory": "x"}]' }
    expect(await commandIn(env, 'printers', '-c', path)).toEqual({
      exitCode: 0,
      said: 'kitchen (network)\npictures (virtual)',
      complaints: '',
    })
  })

  test('test-print prints a page, and is 1 with the reason where it cannot', async () => {
    expect(await command('test-print', 'kitchen', '-c', path)).toEqual({
      exitCode: 0,
      said: 'kitchen took the test page.',
      complaints: '',
    })
    expect(shop.kitchen.receipts[0]?.toString('latin1')).toContain('Printer: kitchen')
    expect(await command('test-print', 'attic', '-c', path)).toEqual({
      exitCode: 1,
      said: '',
      complaints: 'attic did not print: there is no printer attic',
    })
  })

  test('status shows what the agent has written, while it runs', async () => {
    const stopped = await command('status', '-c', path)
    expect(stopped).toMatchObject({
      exitCode: 1,
      complaints: 'The agent is not running.',
    })

    const lock = await lockFile(stateLock(shop.stateDir))
    const agent = { version: '9.9.9', pid: 1, baseUrl: shop.cloud.url, hasNode: false }
    const reached = afterEvent(
      firstStatus(agent, Date.now()),
      'queue-reached',
      {},
      Date.now(),
    )
    const status = afterReport(reached, Date.now())
    await writeFile(`${shop.stateDir}/status.json`, JSON.stringify(status))
    const env = { LANG: 'es_ES.UTF-8' }
    const { exitCode, said } = await commandIn(env, 'status', '-c', path)
    lock?.release()
    expect(exitCode).toBe(0)
    expect(said).toContain('Versión: 9.9.9')
    expect(said).toContain('ok Nube: funciona')
  })

  test('update is refused outside a single executable', async () => {
    const { exitCode, complaints } = await command('update', 'file', '-c', path)
    expect({ exitCode, complaints }).toEqual({
      exitCode: 1,
      complaints: 'Only the single executable updates itself: replace the folder.',
    })
  })
})
