import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { heldMbOf } from './collected-memory.ts'

/** Resources of a process of the system. */
export type ProcessUse = {
  readonly name: string
  readonly residentMb: number
  /** Heap and buffers without garbage; undefined for other programs than Node. */
  readonly heldMb: number | undefined
  readonly descriptors: number
  readonly sockets: number
}

/** Programs by a part of their command line; supervisors are left out. */
const programs = [
  ['supervisor.ts', undefined],
  ['infra/local/main.ts', 'API, gateway, queues, node'],
  ['dynoxide serve', 'Dynoxide'],
  ['LoopbackDynamoDb', 'DynamoDB Local'],
  ['print-agent/main.ts', 'agent'],
] as const

/** Lists the resources of the processes under this one, by /proc: Linux alone has it. */
export function processUses(): ProcessUse[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => [Number(pid), parentOf(pid)]),
  )
  const isUnderThis = (pid: number): boolean => {
    const parent = parents.get(pid)
    return parent === process.pid || (parent !== undefined && isUnderThis(parent))
  }
  const uses = [...parents.keys()].filter(isUnderThis).flatMap(useOf)
  return uses.map((use, at) => {
    const before = uses.slice(0, at).filter(({ name }) => name === use.name).length
    return before > 0 ? { ...use, name: `${use.name} ${before + 1}` } : use
  })
}

function useOf(pid: number): ProcessUse[] {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    const [, name] = programs.find(([part]) => command.includes(part)) ?? []
    if (name === undefined) return []
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1])
    const links = readdirSync(`/proc/${pid}/fd`).map((fd) => linkOf(pid, fd))
    return [
      {
        name,
        residentMb: kilobytes / 1024,
        heldMb: heldMbOf(pid),
        descriptors: links.length,
        sockets: links.filter((link) => link.startsWith('socket:')).length,
      },
    ]
  } catch {
    // The process has ended.
    return []
  }
}

function linkOf(pid: number, fd: string): string {
  try {
    return readlinkSync(`/proc/${pid}/fd/${fd}`)
  } catch {
    return ''
  }
}

function parentOf(pid: string): number | undefined {
  try {
    // The command's name, in brackets, may have spaces.
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? ''
    return Number(afterName.split(' ')[1])
  } catch {
    return undefined
  }
}
