import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The machines that the agent is built for, by Node's names and by Debian's. */
export const architectures = { x64: 'amd64', arm64: 'arm64' } as const
export type Architecture = keyof typeof architectures

/**
 * The folder of the npm package with Node for Linux, in the lock file's version. npm
 * installs this machine's; another one is fetched into a cache and must have the lock
 * file's checksum.
 */
export function packagedNode(architecture: Architecture): string {
  const name = `node-linux-${architecture}`
  const installed = join(root, 'node_modules', name)
  if (existsSync(join(installed, 'bin/node'))) return installed
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const { version, integrity } = packages[`node_modules/${name}`]
  const folder = join(root, 'node_modules/.cache', `${name}-${version}`)
  if (!existsSync(join(folder, 'bin/node')))
    fetchPackage(`${name}@${version}`, integrity, folder)
  return folder
}

function fetchPackage(name: string, integrity: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  const npm = ['pack', name, '--json', '--pack-destination', folder]
  const [packed] = JSON.parse(execFileSync('npm', npm, { encoding: 'utf8' }))
  const archive = join(folder, packed.filename)
  if (packed.integrity !== integrity) {
    rmSync(archive)
    throw new Error(`${name} does not have the checksum of package-lock.json`)
  }
  execFileSync('tar', ['-xzf', archive, '-C', folder, '--strip-components=1'])
  rmSync(archive)
}
