import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/*
 * The resident size of a Node process says little about a leak. V8 lets garbage lie as long
 * as its heap may grow, and the heap of a busy process grows for minutes. So the processes
 * under load collect their garbage now and then, and write down what they still hold.
 */

/** The environment variable with the directory of the reports, a file for each process. */
export const reportsVariable = 'POS_LOAD_MEMORY_DIR'

/** A collection stops its process for a tenth of a second or so. */
const everyMs = 10_000

const fileOf = (pid: number) => join(process.env[reportsVariable] ?? '', `${pid}.mb`)

/**
 * The MB of heap and buffers that a process held after its last collection. Undefined for a
 * process that does not report.
 */
export function heldMbOf(pid: number): number | undefined {
  try {
    return Number(readFileSync(fileOf(pid), 'utf8')) || undefined
  } catch {
    return undefined
  }
}

/** Collects this process's garbage and reports what it holds, now and every ten seconds. */
export function reportHeldMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const report = () => {
    // The second one frees what the finalizers of the first one let go of.
    collect()
    collect()
    const { heapUsed, external } = process.memoryUsage()
    writeFileSync(fileOf(process.pid), String((heapUsed + external) / 1024 / 1024))
  }
  report()
  setInterval(report, everyMs).unref()
}
