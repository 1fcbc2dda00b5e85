import { randomInt } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pos } from '../../../shared/client/pos.ts'
import { PosError } from '../../../shared/client/pos-error.ts'
import { isLocalHost } from '../local-server.ts'
import type { DemoSystem } from './steps.ts'
import { ContractViolation, expectFields, result, step } from './steps.ts'

type Credentials = { readonly name: string; readonly pin: string }

/**
 * Sets the shop up unless it is set up already, and logs its owner in, by DEMO_NAME and
 * DEMO_PIN, the earlier run's or the README's name and PIN. Returns the owner's user id.
 */
export async function logInAsOwner(
  pos: Pos,
  { url, dataDir }: Pick<DemoSystem, 'url' | 'dataDir'>,
  businessName = 'Café Relámpago',
): Promise<string> {
  const { DEMO_NAME, DEMO_PIN } = process.env
  const saved = await readFile(fileOf(dataDir), 'utf8').catch(() => undefined)
  const credentials =
    DEMO_NAME && DEMO_PIN
      ? { name: DEMO_NAME, pin: DEMO_PIN }
      : saved
        ? (JSON.parse(saved) as Credentials)
        : firstSaleCredentials(url)
  const { initialized } = await pos.setup.state()
  step(initialized ? 'The shop is already set up' : 'Setting up the shop')
  if (!initialized) await setUp(pos, credentials, businessName)

  step('Logging in as the owner')
  const login = await pos.auth.login({ body: credentials }).catch((error: unknown) => {
    if (!(initialized && error instanceof PosError && error.status === 401)) throw error
    throw new ContractViolation(
      'This shop was not set up by the demo: set DEMO_NAME and DEMO_PIN of an administrator.',
    )
  })
  const { user, perms } = expectFields(login, {
    message: 'Login successful',
    user: { name: credentials.name },
  })
  await writeFile(fileOf(dataDir), JSON.stringify(credentials), { mode: 0o600 })
  result(`${user.name}, ${user.role}, ${perms.length} permissions`)
  return user.userId
}

/** Where the demo keeps the name and the PIN of the owner. */
const fileOf = (dataDir: string) => join(dataDir, 'demo.json')

/** The name and the PIN with which the demo has logged in. */
export const ownerOf = async (dataDir: string): Promise<Credentials> =>
  JSON.parse(await readFile(fileOf(dataDir), 'utf8'))

async function setUp(
  pos: Pos,
  credentials: Credentials,
  businessName: string,
): Promise<void> {
  const made = await pos.setup.setUp({
    body: {
      businessType: 'store',
      businessName,
      businessCurrency: 'EUR',
      businessAddress: 'Calle Mayor 21, Madrid',
      businessPhone: '+34 910 000 021',
      userName: credentials.name,
      userPassword: `wallet of ${credentials.name}`,
      userPin: credentials.pin,
      setupCode: process.env.POS_SETUP_CODE,
    },
  })
  expectFields(made, { message: 'Initial setup completed' })
  result(`${businessName}, a store in EUR, owner ${credentials.name}`)
}

/** Strangers cannot use a PIN that everybody can read where only this machine is served. */
const firstSaleCredentials = (url: string): Credentials => ({
  name: 'ana',
  pin: isLocalHost(new URL(url).host) ? '4321' : String(randomInt(1000, 9999)),
})
