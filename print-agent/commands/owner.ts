import { spawnSync } from 'node:child_process'
import { stat } from 'node:fs/promises'

/** The user and group that own a path, where root should act as they do. */
async function ownerForRoot(path: string) {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(path).catch(() => undefined)
  return owner?.uid === 0 ? undefined : owner
}

/**
 * Goes on as the owner of a path when root calls a command: the user that the service
 * runs as. So nothing written here is root's, and no file of the service gains root's
 * rights.
 */
export async function actAsOwner(path: string): Promise<void> {
  const owner = await ownerForRoot(path)
  if (!owner) return
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
  const owner = await ownerForRoot(stateDir)
  if (!owner) process.kill(pid, 'SIGTERM')
  else spawnSync('kill', ['-TERM', String(pid)], { uid: owner.uid, gid: owner.gid })
}
