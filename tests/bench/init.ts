import { execFileSync } from 'node:child_process'

const runs = 7

/**
 * CPU time in milliseconds that a process takes to load a bundle, the median of several
 * processes. CPU time, because other work on the machine hardly changes it.
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
          // No compile cache, as in a new Lambda.
          NODE_DISABLE_COMPILE_CACHE: '1',
        },
        encoding: 'utf8',
      }),
    ),
  )
  return times.sort((one, other) => one - other)[(runs - 1) / 2] ?? Number.NaN
}
