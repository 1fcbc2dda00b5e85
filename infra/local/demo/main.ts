import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { logger } from '../../../shared/logger.ts'
import { serverUrl } from '../local-server.ts'
import { explainFailure, settingsOrExit } from '../settings.ts'
import { type System, startSystem } from '../system.ts'
import { nextDoor } from './next-door.ts'
import { ownerOf } from './owner.ts'
import { runScenario } from './scenario.ts'
import { ContractViolation } from './steps.ts'

/** `npm run demo`: runs the demo on the running system, or starts one for it. */
process.env.POS_SHOPS ||= nextDoor
process.env.POS_LOCAL_RECEIVERS ||= 'true'
process.env.POS_TILLS ||= 'true'
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
const dataDir = resolve(settings.dataDir)
if (running && !existsSync(join(dataDir, 'secrets.json'))) {
  console.error(
    `Its data is not in ${dataDir}: set the POS_DATA_DIR that it was started with.`,
  )
  process.exit(1)
}
const system = running ? undefined : await startOrExit()
// Between the steps of a system of its own its requests would be noise.
logger.info = () => undefined

try {
  const pictures = await runScenario({
    url: system?.url ?? runningUrl,
    nodeUrl: system?.nodeUrl ?? `http://127.0.0.1:${settings.nodePort}`,
    dataDir,
  })
  console.log(`\nEvery response matches the contract. Printed receipts:`)
  for (const picture of pictures) console.log(`  ${picture}`)
  console.log(`\n${await officeHint(dataDir)}`)
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

/** Says how to log in at the owner's page, which shows the results of the demo. */
async function officeHint(dataDir: string): Promise<string> {
  const { name, pin } = await ownerOf(dataDir)
  // A PIN from the environment may not be the demo's own.
  const secret = process.env.DEMO_PIN ? 'your PIN' : `the PIN ${pin}`
  const place = `${runningUrl}/office${running ? '' : ', while npm start runs'}`
  return `Look at the shop: ${place}. Log in as ${name} with ${secret}.`
}
