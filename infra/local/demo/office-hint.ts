import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Where the owner's page shows what the demo has left behind, and how to log in there. */
export async function officeHint(
  url: string,
  { isRunning, dataDir }: { isRunning: boolean; dataDir: string },
): Promise<string> {
  const { name, pin } = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
  // A PIN from the environment is perhaps not the demo's own.
  const secret = process.env.DEMO_PIN ? 'your PIN' : `the PIN ${pin}`
  const place = isRunning ? `${url}/office` : `${url}/office, while npm start runs`
  return `Look at the shop: ${place}. Log in as ${name} with ${secret}.`
}
