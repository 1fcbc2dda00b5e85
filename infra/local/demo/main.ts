import { resolve } from 'node:path'
import { explainFailure, settingsOrExit } from '../explain-failure.ts'
import { serverUrl } from '../gateway/server-url.ts'
import { type System, startSystem } from '../system.ts'
import { officeHint } from './office-hint.ts'
import { runScenario } from './scenario.ts'
import { ContractViolation } from './steps.ts'

/** `npm run demo`: runs the demo on the running system, or starts one for it. */
const settings = settingsOrExit()
const runningUrl = serverUrl(settings.host, settings.port)
const running = await fetch(`${runningUrl}/api/health`).then(
  ({ ok }) => ok,
  () => false,
)
console.log(
  running
    ? `Using the system at ${runningUrl}`
    : `Nothing runs at ${runningUrl} (POS_HOST, POS_PORT): starting a system there ...`,
)
const system = running ? undefined : await startOrExit()

try {
  const pictures = await runScenario({
    url: system?.url ?? runningUrl,
    nodeUrl: system?.nodeUrl ?? `http://127.0.0.1:${settings.nodePort}`,
    dataDir: resolve(settings.dataDir),
  })
  console.log(`\nEvery response matches the contract. Printed receipts:`)
  for (const picture of pictures) console.log(`  ${picture}`)
  const dataDir = resolve(settings.dataDir)
  console.log(`\n${await officeHint(runningUrl, { isRunning: running, dataDir })}`)
} catch (error) {
  process.exitCode = 1
  console.error(
    error instanceof ContractViolation
      ? `\n    DIFFERS: ${error.message}`
      : (error as Error).stack,
  )
} finally {
  await system?.close()
}
// An open keep-alive connection would delay the exit for some seconds.
process.exit()

async function startOrExit(): Promise<System> {
  try {
    return await startSystem(settings)
  } catch (error) {
    console.error(explainFailure(error, settings))
    process.exit(1)
  }
}
