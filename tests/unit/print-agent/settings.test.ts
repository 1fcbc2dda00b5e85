import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import {
  Config,
  isExposed,
  parseConfig,
  readConfig,
} from '../../../print-agent/config.ts'
import { settings, variableOf } from '../../../print-agent/settings.ts'
import { removeFolder } from '../../support/remove-folder.ts'

const minimal = { baseUrl: 'https://pos.example', stateDir: '/var/lib/pos-agent' }

async function fileWith(content: string | Buffer, mode = 0o600): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pos-config-'))
  onTestFinished(() => removeFolder(folder))
  await writeFile(join(folder, 'agent.json'), content, { mode })
  return join(folder, 'agent.json')
}

test('the settings are those of the configuration file', () => {
  const schema = z.toJSONSchema(Config, { io: 'input', unrepresentable: 'any' })
  type Field = { properties?: Record<string, Field>; anyOf?: Field[] }
  const namesIn = (field: Field, path: string): string[] => {
    const fields =
      field.properties ?? field.anyOf?.find((each) => each.properties)?.properties
    if (!fields) return [path]
    return Object.entries(fields).flatMap(([name, each]) =>
      namesIn(each, path ? `${path}.${name}` : name),
    )
  }
  expect(namesIn(schema as Field, '').sort()).toEqual(
    settings.map(({ name }) => name).sort(),
  )
})

describe('the environment', () => {
  test('overrides every setting', () => {
    const config = parseConfig(JSON.stringify(minimal), 'agent.json', {
      POS_AGENT_BASE_URL: 'https://other.example',
      POS_AGENT_ENROLMENT_TOKEN: 'a.b',
      POS_AGENT_STATE_DIR: '/state',
      POS_AGENT_STATUS_PORT: '0',
      POS_AGENT_PRINTERS_SYSTEM: 'false',
      POS_AGENT_PRINTERS_NETWORK: '[{"name": "kitchen", "host": "10.0.0.9"}]',
      POS_AGENT_PRINTERS_DEVICES: '[{"name": "bar", "path": "/dev/usb/lp0"}]',
      POS_AGENT_PRINTERS_VIRTUAL: '[{"name": "pictures", "directory": "/pictures"}]',
      POS_AGENT_NODE_URL: 'http://127.0.0.1:9740',
      POS_AGENT_NODE_PASSWORD: 'secret',
    })
    expect(config).toMatchObject({
      baseUrl: 'https://other.example',
      enrolmentToken: 'a.b',
      stateDir: '/state',
      statusPort: 0,
      printers: {
        system: false,
        network: [{ name: 'kitchen', port: 9100 }],
        devices: [{ name: 'bar' }],
        virtual: [{ name: 'pictures' }],
      },
      node: { url: 'http://127.0.0.1:9740', password: 'secret' },
    })
  })

  test.each([
    [{ POS_AGENT_BASEURL: 'x' }, 'POS_AGENT_BASEURL is not a setting of the agent'],
    [
      { POS_AGENT_PRINTERS_SYSTEM: 'yes' },
      'POS_AGENT_PRINTERS_SYSTEM must be true or false',
    ],
    [{ POS_AGENT_STATUS_PORT: '"1"' }, 'POS_AGENT_STATUS_PORT must be a number'],
    [{ POS_AGENT_PRINTERS_NETWORK: '{}' }, 'POS_AGENT_PRINTERS_NETWORK must be a list'],
    [{ POS_AGENT_NODE_URL: 'http://n' }, 'node.password'],
  ])('is refused with a sentence: %j', (env, message) => {
    expect(() => parseConfig(JSON.stringify(minimal), 'agent.json', env)).toThrow(message)
  })

  test('replaces a file that is not there', async () => {
    const [baseUrl, stateDir] = settings
      .filter(({ name }) => name in minimal)
      .map(variableOf)
    const env = { [baseUrl ?? '']: minimal.baseUrl, [stateDir ?? '']: minimal.stateDir }
    expect(await readConfig('/nowhere/agent.json', env)).toMatchObject(minimal)
    await expect(readConfig('/nowhere/agent.json')).rejects.toThrow(
      'enrol the agent first',
    )
  })
})

describe('the configuration file', () => {
  const json = JSON.stringify(minimal)

  test.each([
    ['UTF-8 with a BOM', Buffer.from(`\ufeff${json}`)],
    ['UTF-16 as Windows writes it', Buffer.from(`\ufeff${json}`, 'utf16le')],
  ])('may be %s', async (_, bytes) => {
    expect(await readConfig(await fileWith(bytes))).toMatchObject(minimal)
  })

  test('is exposed when it has a secret and others can read it', async () => {
    const secret = { ...minimal, enrolmentToken: 'a.b' }
    const isReadable = async (content: object, mode: number) => {
      const path = await fileWith(JSON.stringify(content), mode)
      return isExposed(path, await readConfig(path))
    }
    expect(await isReadable(secret, 0o644)).toBe(true)
    expect(await isReadable(secret, 0o600)).toBe(false)
    expect(await isReadable(minimal, 0o644)).toBe(false)
  })
})
