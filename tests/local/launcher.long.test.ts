import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { engineHome } from '../../infra/local/engines/dynamodb-local.ts'
import { removeFolder } from '../support/remove-folder.ts'

const engines = fileURLToPath(new URL('../../infra/local/engines', import.meta.url))
const classFile = join(engines, 'LoopbackDynamoDb.class')
const { JAVA_HOME } = process.env
const tool = (name: string) => (JAVA_HOME ? join(JAVA_HOME, 'bin', name) : name)

/** True if there is a Java 17 compiler; a runtime alone has none. */
function hasCompiler(): boolean {
  const { stdout } = spawnSync(tool('javac'), ['-version'], { encoding: 'utf8' })
  return Number(/javac (\d+)/.exec(stdout ?? '')?.[1]) >= 17
}

/** A class's members and instructions, without numbers that differ between compilers. */
const disassembled = (classFile: string) =>
  execFileSync(tool('javap'), ['-p', '-c', classFile], { encoding: 'utf8' }).replace(
    / #\d+(, +\d+)? +/g,
    ' ',
  )

test.skipIf(!hasCompiler())('the launcher is compiled from its source', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pos-launcher-'))
  onTestFinished(() => removeFolder(folder))
  const archive = join(engineHome(), 'DynamoDBLocal.jar')
  const source = join(engines, 'LoopbackDynamoDb.java')
  const options = ['--release', '17', '-g:none', '-cp', archive, '-d', folder]
  execFileSync(tool('javac'), [...options, source])
  const committed = disassembled(classFile)
  expect(committed).toContain('setHost')
  expect(committed).toBe(disassembled(join(folder, 'LoopbackDynamoDb.class')))
})

test('the compiled launcher is for Java 17', async () => {
  const majorOfJava17 = 61
  expect((await readFile(classFile)).readUInt16BE(6)).toBe(majorOfJava17)
})
