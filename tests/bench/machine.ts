import { availableParallelism, cpus, totalmem } from 'node:os'

/** Machine and date of the figures. */
export const machine = () => ({
  date: new Date().toISOString().slice(0, 10),
  processor: (cpus()[0]?.model ?? 'unknown processor').trim(),
  cores: availableParallelism(),
  memoryGib: Math.round(totalmem() / 1024 ** 3),
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
})

/** Describes the machine in a line above figures. */
export function machineLine(): string {
  const { date, processor, cores, memoryGib, node, platform } = machine()
  return `on ${date}: ${processor}, ${cores} cores, ${memoryGib} GiB, ${platform}, Node ${node}`
}
