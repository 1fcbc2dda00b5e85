import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Architecture, architectures } from './packaged-node.ts'

const packaging = join(import.meta.dirname, '../../print-agent/packaging')

const name = 'lightning-pos-agent'

/** Path of the executable; a symbolic link leads to it from the path of commands. */
const program = `usr/lib/${name}/${name}`

/** True if this machine can build Debian packages. */
export const hasDpkg = (): boolean =>
  spawnSync('dpkg-deb', ['--version'], { stdio: 'ignore' }).status === 0

/** Builds a Debian package from a single executable. */
export function buildDeb(
  folder: string,
  executable: string,
  architecture: Architecture,
  version: string,
  licences: string,
): void {
  const tree = mkdtempSync(join(tmpdir(), 'pos-agent-deb-'))
  const place = (from: string, to: string, mode = 0o644) => {
    const path = join(tree, to)
    mkdirSync(dirname(path), { recursive: true })
    copyFileSync(from, path)
    chmodSync(path, mode)
  }
  place(executable, program, 0o755)
  const service = `${name}.service`
  place(join(packaging, 'systemd', service), `usr/lib/systemd/system/${service}`)
  place(join(packaging, '../README.md'), `usr/share/doc/${name}/README.md`)
  place(licences, `usr/share/doc/${name}/copyright`)
  mkdirSync(join(tree, 'usr/bin'), { recursive: true })
  symlinkSync(`../lib/${name}/${name}`, join(tree, 'usr/bin', name))

  for (const script of readdirSync(join(packaging, 'debian'))) {
    if (script === 'control') continue
    place(join(packaging, 'debian', script), `DEBIAN/${script}`, 0o755)
  }
  const control = readFileSync(join(packaging, 'debian/control'), 'utf8')
    .replace('<version>', version)
    .replace('<architecture>', architectures[architecture])
    .replace('<kilobytes>', String(Math.ceil(statSync(executable).size / 1_024)))
  writeFileSync(join(tree, 'DEBIAN/control'), control)

  const path = join(folder, `${name}_${version}_${architectures[architecture]}.deb`)
  const options = ['--root-owner-group', '-Zxz', '-z1', '--build']
  execFileSync('dpkg-deb', [...options, tree, path], { stdio: 'pipe' })
  rmSync(tree, { recursive: true })
}
