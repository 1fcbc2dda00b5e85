import {
  chmod,
  mkdtemp,
  open,
  readdir,
  readFile,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockDataDir } from '../../infra/local/join.ts'
import { loadOrCreateSecrets } from '../../infra/local/secrets.ts'
import { readSettings } from '../../infra/local/settings.ts'
import {
  parseSecret,
  validValues,
} from '../../shared/platform/deployment/secret-fields.ts'
import { removeFolder } from '../support/remove-folder.ts'

test('all settings have defaults', () => {
  expect(readSettings({ PATH: '/bin', POS_PORT: '', POS_NODE_PORT: ' ' })).toEqual({
    host: '127.0.0.1',
    port: 4000,
    localReceivers: false,
    dataDir: '.pos',
    nodePort: 9740,
    shops: [],
    nodeUrl: undefined,
    nodePassword: undefined,
    webhookSecret: undefined,
    asyncConcurrency: 10,
    options: { DOCS_PAGE: 'true', LOOPBACK_ORIGINS: 'true' },
  })
})

test('deployment options become the same variables as in the cloud', () => {
  const { options } = readSettings({
    POS_ACCESS_TOKEN_SECONDS: '90',
    POS_PUBLIC_LOGIN_SCREEN: 'yes',
    POS_VERIFY_CHECKOUT: 'false',
    POS_TRUSTED_PROXIES: '10.0.0.2,10.0.0.3',
    POS_PUBLIC_URL: 'https://pos.shop.example',
    POS_COOKIE_DOMAIN: 'shop.example',
  })
  expect(options).toEqual({
    ACCESS_TOKEN_SECONDS: '90',
    DOCS_PAGE: 'true',
    LOOPBACK_ORIGINS: 'true',
    PUBLIC_LOGIN_SCREEN: 'true',
    VERIFY_CHECKOUT: 'false',
    TRUSTED_PROXIES: '10.0.0.2,10.0.0.3',
    PUBLIC_URL: 'https://pos.shop.example',
    COOKIE_DOMAIN: 'shop.example',
  })
})

test('throws one line for each wrong value', () => {
  const wrong = { POS_PORT: '70000', POS_NODE_URL: 'node', POS_VERIFY_CHECKOUT: 'maybe' }
  const read = () => readSettings(wrong)
  expect(read).toThrow(/^POS_PORT: /m)
  expect(read).toThrow(/^POS_NODE_URL: must be an http or https address$/m)
  expect(read).toThrow(/^POS_VERIFY_CHECKOUT: /m)
})

test.each([
  ['POS_PORT', 'abc', 'must be a port, 0 to 65535'],
  ['POS_NODE_PORT', '1.5', 'must be a port, 0 to 65535'],
  ['POS_ACCESS_TOKEN_SECONDS', '0', 'must be a whole number of seconds, 1 or more'],
  ['POS_ASYNC_CONCURRENCY', '0', 'must be a whole number, 1 or more'],
  ['POS_PLAIN_HTTP_TILLS', 'maybe', 'must be true or false'],
  ['POS_NODE_PORT', '4000', 'must be another port than POS_PORT'],
  ['POS_CORS_ORIGINS', 'till.example', 'must be origins such as https://till.example'],
  ['POS_TRUSTED_PROXIES', '10.0.0.2,proxy', 'must be IP addresses, by comma'],
  [
    'POS_COOKIE_DOMAIN',
    'shop.example',
    'must be the domain of the host of POS_PUBLIC_URL',
  ],
])('%s=%s is rejected with a reason', (name, value, reason) => {
  expect(() => readSettings({ [name]: value })).toThrow(`${name}: ${reason}`)
})

test.each([
  ['HTTPS://Till.Example:443/', 'HTTPS://Till.Example:443/'],
  [
    ' http://localhost:3000 ,, https://b.example ',
    'http://localhost:3000,https://b.example',
  ],
])(
  'origins may be written as people write them: %s',
  (POS_CORS_ORIGINS, CORS_ORIGINS) => {
    expect(readSettings({ POS_CORS_ORIGINS }).options).toMatchObject({ CORS_ORIGINS })
  },
)

test('a real node needs its URL and its password', () => {
  const url = { POS_NODE_URL: 'http://192.168.1.20:9740' }
  expect(() => readSettings(url)).toThrow(/^POS_NODE_PASSWORD: must be given, too: /)
  expect(readSettings({ ...url, POS_NODE_PASSWORD: 'p' }).nodePassword).toBe('p')
})

test('secrets are created once, readable by their owner only, and can be overridden', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'secrets-'))
  const file = join(folder, 'secrets.json')
  const first = await loadOrCreateSecrets(file, {})
  expect(new Set(Object.values(first)).size).toBe(3)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const keys = await keysIn(file)
  const second = await loadOrCreateSecrets(file, { nodePassword: 'given' })
  expect(second).toEqual({ ...first, nodePassword: 'given' })
  expect(await keysIn(file)).toEqual(keys)
  await removeFolder(folder)
})

const keysIn = async (file: string) => {
  const parsed = parseSecret(await readFile(file, 'utf8'))
  return (['token-key', 'pin-key'] as const).map((name) => validValues(parsed, name))
}

test('secrets of version 0.2, those of a rotation and notes stay as they are', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'secrets-'))
  const file = join(folder, 'secrets.json')
  const old = {
    'token-key': 't',
    'pin-key': 'p',
    'webhook-secret': 'w',
    'node-password': 'n',
    'node-limited-password': 'l',
  }
  const rotating = { ...old, previousPinKey: 'q', note: 'kept' }
  await writeFile(file, JSON.stringify(rotating))
  expect(await loadOrCreateSecrets(file, {})).toEqual({
    webhookSecret: 'w',
    nodePassword: 'n',
    nodeLimitedPassword: 'l',
  })
  expect(await keysIn(file)).toEqual([['t'], ['p', 'q']])
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject(rotating)
  const given = await loadOrCreateSecrets(file, { webhookSecret: 'given' })
  expect(given.webhookSecret).toBe('given')
  await removeFolder(folder)
})

test.each(['{', '{"masterKey":"short"}', '{"pinKey":7}'])(
  'a malformed secrets file is reported and not replaced: %s',
  async (malformed) => {
    const folder = await mkdtemp(join(tmpdir(), 'secrets-'))
    const file = join(folder, 'secrets.json')
    await writeFile(file, malformed)
    await expect(loadOrCreateSecrets(file, {})).rejects.toThrow(file)
    expect(await readFile(file, 'utf8')).toBe(malformed)
    await removeFolder(folder)
  },
)

test('the secrets file is replaced atomically, also after a crash', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'secrets-'))
  const file = join(folder, 'secrets.json')
  const first = await loadOrCreateSecrets(file, {})
  // A process that is killed while it writes leaves such a file.
  await writeFile(`${file}.new`, '{"token-k')
  const reader = await open(file)
  const second = await loadOrCreateSecrets(file, { webhookSecret: 'given' })

  expect(JSON.parse(await reader.readFile('utf8'))).toMatchObject(first)
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject(second)
  expect(second).toEqual({ ...first, webhookSecret: 'given' })
  expect(await readdir(folder)).toEqual(['secrets.json'])
  await reader.close()
  await removeFolder(folder)
})

test('the docs page can be switched off', () => {
  const off = { POS_DOCS_PAGE: 'false', POS_LOOPBACK_ORIGINS: 'false' }
  expect(readSettings(off).options).toEqual({
    DOCS_PAGE: 'false',
    LOOPBACK_ORIGINS: 'false',
  })
})

test('a data directory that others could read is closed to them', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'data-'))
  onTestFinished(() => removeFolder(dataDir))
  await chmod(dataDir, 0o755)
  const lock = await lockDataDir(dataDir)
  onTestFinished(lock.close)
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
})
