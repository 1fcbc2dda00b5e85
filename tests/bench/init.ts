import { execFileSync } from 'node:child_process'

const runs = 7

/**
 * Milliseconds of processor time that a process takes to load a bundle, the median of
 * several processes. Processor time, as other work on the machine hardly changes it.
 */
export function initMs(file: string): number {
  const program = `
    const before = process.cpuUsage()
    await import(${JSON.stringify(file)})
    const { user, system } = process.cpuUsage(before)
    console.log((user + system) / 1000)`
  const times = Array.from({ length: runs }, () =>
    Number(
      execFileSync(process.execPath, ['--input-type=module', '-e', program], {
        env: {
          ...process.env,
          AWS_REGION: 'us-east-1',
          TABLE_NAME: 'bench',
          // Each process compiles for itself, as a new Lambda does.
          NODE_DISABLE_COMPILE_CACHE: '1',
        },
        encoding: 'utf8',
      }),
    ),
  )
  return times.sort((one, other) => one - other)[(runs - 1) / 2] ?? Number.NaN
}
