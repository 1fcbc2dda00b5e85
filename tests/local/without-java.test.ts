import { mkdtemp, readdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { dynoxideBinary } from '../../infra/local/engines/dynoxide.ts'
import { removeFolder } from '../support/remove-folder.ts'
import { runSystem } from './running-system.ts'

async function newFolder(): Promise<string> {
  const created = await mkdtemp(join(tmpdir(), 'pos-java-'))
  onTestFinished(() => removeFolder(created))
  return created
}

test.skipIf(!dynoxideBinary())(
  'starts without Java, on files of its user alone',
  async () => {
    const POS_DATA_DIR = await newFolder()
    const [PATH, JAVA_HOME] = [await newFolder(), '/nowhere']
    const system = runSystem({ POS_ENGINE: '', POS_DATA_DIR, PATH, JAVA_HOME })
    expect((await fetch(`${await system.url()}/api/health`)).status).toBe(200)
    expect(/DynamoDB +(http:\S+)/.exec(system.output())?.[1]).toMatch(/^http:\/\/127\./)
    const folder = join(POS_DATA_DIR, 'dynamodb')
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    for (const name of await readdir(folder)) {
      expect((await stat(join(folder, name))).mode & 0o777, name).toBe(0o600)
    }
    await system.stop()
  },
)

test('says what to install when Java is missing', async () => {
  const settings = {
    POS_ENGINE: 'dynamodb-local',
    JAVA_HOME: '/nowhere',
    POS_DATA_DIR: await newFolder(),
  }
  const { code, output } = await runSystem(settings).ended
  expect(code).toBe(1)
  expect(output).toMatch(/^DynamoDB Local needs a Java runtime, version 17 or newer/)
})
