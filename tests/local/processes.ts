import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { BlockList, isIPv6 } from 'node:net'

/** A process and all its descendants. Linux only. */
export function processTree(root: number): number[] {
  const children = Map.groupBy(allProcesses(), parentOf)
  const tree = [root]
  for (const pid of tree) tree.push(...(children.get(pid) ?? []))
  return tree
}

/** The command line of a process; empty when it has ended. Linux only. */
export const commandOf = (pid: number): string =>
  unlessEnded(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.replaceAll(
    '\0',
    ' ',
  ) ?? ''

/** The agents among a process's descendants. Linux only. */
export const agentsUnder = (pid: number) =>
  processTree(pid).filter((each) =>
    /^\S+ \S+print-agent\/main\.ts /.test(commandOf(each)),
  )

export type ListeningSocket = { readonly address: string; readonly port: number }

/** The TCP sockets, IPv4 and IPv6, that these processes listen on. Linux only. */
export function listeningSockets(pids: readonly number[]): ListeningSocket[] {
  const inodes = new Set(pids.flatMap(socketsOf))
  return allListening().filter(({ inode }) => inodes.has(inode))
}

/** The sockets of any process that listen on a port. Linux only. */
export const listenersOn = (port: number): ListeningSocket[] =>
  allListening().filter((socket) => socket.port === port)

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** True if only this machine reaches the address. */
export const isLoopback = ({ address }: ListeningSocket): boolean =>
  loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

const allProcesses = () => readdirSync('/proc').map(Number).filter(Number.isInteger)

function parentOf(pid: number): number {
  const stat = unlessEnded(() => readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? ''
  // The name in brackets may contain blanks and brackets; state and parent id follow it.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

const socketsOf = (pid: number): string[] =>
  (unlessEnded(() => readdirSync(`/proc/${pid}/fd`)) ?? []).flatMap((fd) => {
    const target = unlessEnded(() => readlinkSync(`/proc/${pid}/fd/${fd}`)) ?? ''
    return /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? []
  })

/** The state LISTEN in the kernel's tables. */
const listening = '0A'

const allListening = () =>
  ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state]) => state === listening)
      .map(([, local = '', , , , , , , , inode = '']) => {
        const [address = '', port = ''] = local.split(':')
        return {
          address: plainAddress(address),
          port: Number.parseInt(port, 16),
          inode,
        }
      }),
  )

/** The kernel writes each 32 bits of an address in the machine's byte order. */
function plainAddress(hex: string): string {
  const bytes = (hex.match(/.{8}/g) ?? []).flatMap((word) => [
    ...Buffer.from(word, 'hex').reverse(),
  ])
  if (bytes.length === 4) return bytes.join('.')
  return (Buffer.from(bytes).toString('hex').match(/.{4}/g) ?? []).join(':')
}

function unlessEnded<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ESRCH') return undefined
    throw error
  }
}
