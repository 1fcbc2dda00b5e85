import { execFileSync, spawnSync } from 'node:child_process'
import { rmSync, symlinkSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { removeFolder } from '../support/remove-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Version 0.2.0. */
const lastRelease = '23321c0a8ae06b081e0cb2703cc311bdab909e05'

/**
 * True if the history of this copy reaches back to the last release. Without it,
 * tests/unit/print-agent still read that release's messages.
 */
export const hasLastRelease =
  spawnSync('git', ['cat-file', '-e', lastRelease], { cwd: root }).status === 0

/** The sources of the last release, in a folder that is deleted after the test. */
export async function openLastRelease(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pos-last-release-'))
  onTestFinished(() => removeFolder(folder))
  const archive = join(folder, 'sources.tar')
  execFileSync('git', ['archive', '--output', archive, lastRelease], { cwd: root })
  execFileSync('tar', ['-xf', archive, '-C', folder])
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/**
 * Puts today's agent in the place of the agent of a release, whose other programs go on with its
 * other files.
 */
export function replaceAgent(release: string): void {
  const program = 'print-agent/main.ts'
  rmSync(join(release, program))
  symlinkSync(join(root, program), join(release, program))
}
