import { spawnSync } from 'node:child_process'
import { stat } from 'node:fs/promises'

/** The user and group of a file or folder; undefined where there is none, and on Windows. */
async function ownerOf(path: string): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid === undefined) return undefined
  return await stat(path).catch(() => undefined)
}

/**
 * Goes on as the owner of a path when root calls a command: the user that the service
 * runs as. So nothing written here is root's, and no file of the service gains root's
 * rights.
 */
export async function actAsOwner(path: string): Promise<void> {
  const owner = await ownerOf(path)
  if (process.getuid?.() !== 0 || !owner || owner.uid === 0) return
  // Node has it on all systems with users, but not in its types.
  const { initgroups } = process as {
    initgroups?: (user: number, group: number) => void
  }
  initgroups?.(owner.uid, owner.gid)
  process.setgid?.(owner.gid)
  process.setuid?.(owner.uid)
}

/**
 * Sends SIGTERM to the agent of a state directory, with no more rights than the folder's
 * owner.
 */
export async function stopAgentOf(stateDir: string, pid: number): Promise<void> {
  const owner = await ownerOf(stateDir)
  if (process.getuid?.() !== 0 || !owner || owner.uid === 0) {
    process.kill(pid, 'SIGTERM')
    return
  }
  spawnSync('kill', ['-TERM', String(pid)], { uid: owner.uid, gid: owner.gid })
}
