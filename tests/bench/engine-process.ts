import { readdirSync, readFileSync } from 'node:fs'

/** A tick of Linux's process accounting, in ms: USER_HZ is 100 on every platform of Node. */
const tickMs = 10

/**
 * Processor time that the engine at this endpoint has taken so far, in ms. NaN on systems
 * without /proc.
 */
export function engineCpuMs(endpoint: string): number {
  const pid = enginePid(new URL(endpoint).port)
  if (pid === undefined) return Number.NaN
  // The second field is the command in brackets, which may hold blanks.
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = fields.split(' ').slice(11, 13).map(Number)
  return ((user ?? 0) + (system ?? 0)) * tickMs
}

/** Resident memory of the engine at this endpoint, in MB. NaN on systems without /proc. */
export function engineMemoryMb(endpoint: string): number {
  const pid = enginePid(new URL(endpoint).port)
  if (pid === undefined) return Number.NaN
  const [, kb] =
    /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kb) / 1024
}

function enginePid(port: string): string | undefined {
  return processes().find((pid) => {
    const args = argumentsOf(pid)
    return args.at(args.findIndex((arg) => /^--?port$/.test(arg)) + 1) === port
  })
}

function processes(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}

/** None for a process that has ended. */
function argumentsOf(pid: string): string[] {
  try {
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    // The supervisor has the same ones.
    return args.some((arg) => arg.endsWith('supervisor.ts')) ? [] : args
  } catch {
    return []
  }
}
