import { createHash } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { signFile } from '../../print-agent/update/signed-file.ts'
import { bundleAgent, developmentRelease } from './bundle.ts'
import { buildDeb, hasDpkg } from './deb.ts'
import { buildExecutable, prepareContent } from './executable.ts'
import { licenceTexts } from './licences.ts'
import { type Architecture, architectures } from './packaged-node.ts'
import { publicHalf, readReleaseKey } from './release-key.ts'

/*
 * `npm run build-agent`: builds the agent into dist/agent: a folder for machines with Node 24,
 * a single executable and a Debian package for each architecture. With `--key <file>`, the
 * private half of the release key, it is a release: the executables are signed and take
 * updates. Without it they are a development build, which says so and takes none.
 */
const { values } = parseArgs({ options: { key: { type: 'string' } } })
const root = join(import.meta.dirname, '../..')
const packaging = join(root, 'print-agent/packaging')
const folder = join(root, 'dist/agent')
const plain = join(folder, 'plain')

const key = values.key === undefined ? undefined : readReleaseKey(values.key)
const release = { ...developmentRelease, releaseKey: key ? publicHalf(key) : null }
const { version } = release

rmSync(folder, { recursive: true, force: true })
const bundled = bundleAgent(plain, release)
copyFileSync(join(packaging, '../README.md'), join(plain, 'README.md'))
for (const system of ['launchd', 'windows']) {
  cpSync(join(packaging, system), join(plain, system), { recursive: true })
}
const licences = join(plain, 'LICENSES.txt')
writeFileSync(licences, licenceTexts(bundled))

const content = join(folder, 'content')
const canBuildDeb = hasDpkg()
prepareContent(plain, content)
for (const architecture of Object.keys(architectures) as Architecture[]) {
  const executable = join(folder, `lightning-pos-agent-linux-${architecture}`)
  await buildExecutable(executable, architecture, content)
  if (key)
    await signFile(executable, { version, platform: 'linux', arch: architecture }, key)
  if (canBuildDeb) buildDeb(folder, executable, architecture, version, licences)
}
rmSync(content)
writeFileSync(join(folder, 'SHA256SUMS'), checksums())
console.log(summary())

function checksums(): string {
  const files = readdirSync(folder).filter((file) => /linux|\.deb$/.test(file))
  return files
    .map((file) => {
      const hash = createHash('sha256').update(readFileSync(join(folder, file)))
      return `${hash.digest('hex')}  ${file}\n`
    })
    .join('')
}

function summary(): string {
  const files = readdirSync(folder).map((file) => {
    const { size } = statSync(join(folder, file))
    return `  ${file}${size > 1e6 ? ` (${Math.round(size / 1e6)} MB)` : ''}`
  })
  const kind = key
    ? `Release ${version}, signed.`
    : `Development build ${version}: it is not signed and takes no updates (--key signs it).`
  const lacking = canBuildDeb
    ? []
    : ['No Debian package was built: dpkg-deb is not installed.']
  return [`In ${folder}:`, ...files, kind, ...lacking].join('\n')
}
