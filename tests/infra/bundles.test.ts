import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { bundle } from '../../infra/cloud/bundling.ts'
import { functionNames } from '../../infra/cloud/function-names.ts'
import { bundleSizes } from '../support/bundle-sizes.ts'

const directory = mkdtempSync(join(tmpdir(), 'bundles-'))
const metafile = bundle(functionNames, directory)
const sizes = bundleSizes(metafile)

afterAll(() => rmSync(directory, { recursive: true }))

test.each(functionNames)('the bundle of %s is smaller than 1.15 MB', (name) => {
  expect(sizes.get(name)).toBeLessThan(1_150_000)
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
})

test.each(['docs', 'office', 'till', 'kitchen'])(
  'the bundle of %s serves the files that its page names without node_modules',
  (name) => {
    const file = join(directory, name, 'index.mjs')
    const script = `import { handler } from ${JSON.stringify(file)}
    const get = (path, asset) => handler({
      routeKey: asset ? 'GET /${name}/{asset}' : 'GET /${name}', rawPath: path, rawQueryString: '',
      headers: { 'accept-encoding': 'gzip' }, pathParameters: asset && { asset },
      requestContext: { http: { method: 'GET', sourceIp: '127.0.0.1' }, requestId: '1' },
    }, {})
    const { gunzipSync } = await import('node:zlib')
    const { body, isBase64Encoded } = await get('/${name}')
    const html = isBase64Encoded ? gunzipSync(Buffer.from(body, 'base64')).toString() : body
    const names = [...html.matchAll(/"\\/${name}\\/([^"]+)"/g)].map(([, name]) => name)
    const sizes = []
    for (const name of names) {
      const { statusCode, body } = await get('/${name}/' + name, name)
      sizes.push([statusCode, Buffer.from(body, 'base64').length])
    }
    console.log('sizes ' + JSON.stringify(sizes))`
    const printed = execFileSync(
      process.execPath,
      ['--input-type=module', '-e', script],
      {
        cwd: directory,
        env: { AWS_REGION: 'eu-central-1', DOCS_PAGE: 'true' },
        encoding: 'utf8',
      },
    )
    const [, sizes = ''] = /^sizes (.*)$/m.exec(printed) ?? []
    const files = JSON.parse(sizes) as [status: number, bytes: number][]
    expect(files.length).toBeGreaterThanOrEqual(3)
    expect(files.map(([status]) => status)).toEqual(files.map(() => 200))
    expect(files.reduce((sum, [, bytes]) => sum + bytes, 0)).toBeLessThan(512_000)
  },
)
