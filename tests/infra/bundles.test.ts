import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { bundle, bundleSizes } from '../../infra/cloud/bundling.ts'
import { functionNames } from '../../infra/cloud/function-names.ts'

const directory = mkdtempSync(join(tmpdir(), 'bundles-'))
const metafile = bundle(functionNames, directory)
const sizes = bundleSizes(metafile)

afterAll(() => rmSync(directory, { recursive: true }))

test.each(functionNames)('the bundle of %s is smaller than 1 MB', (name) => {
  expect(sizes.get(name)).toBeLessThan(1_000_000)
})

test('general loads its AWS client from another file, at its first request', () => {
  const files = Object.entries(metafile.outputs).filter(([file]) =>
    file.includes('/general/'),
  )
  const withClient = files.filter(([, { inputs }]) =>
    Object.keys(inputs).some((input) => input.includes('@aws-sdk/client-')),
  )
  expect(withClient).not.toEqual([])
  expect(withClient.filter(([file]) => file.endsWith('index.mjs'))).toEqual([])
})

test('every bundle loads without node_modules and exports its handler', () => {
  const files = functionNames.map((name) => join(directory, name, 'index.mjs'))
  const script = `for (const file of ${JSON.stringify(files)})
    console.log(typeof (await import(file)).handler)`
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: directory,
    env: { AWS_REGION: 'eu-central-1' },
    encoding: 'utf8',
  })
  expect(printed.trim().split('\n')).toEqual(files.map(() => 'function'))
}, 90_000)
