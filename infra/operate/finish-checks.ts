import { parseSecret, validValues } from '../../shared/deployment/secret-fields.ts'
import { Refusal } from './command-line.ts'
import { joinCloudShop } from './join-cloud.ts'
import { stackOutputs } from './stack.ts'

/**
 * Throws a `Refusal` unless CloudFront sends the front door's new secret: until it is deployed
 * with the version's label, functions would answer 404 to every request.
 */
export async function requireDeployed(
  shop: string,
  version: string | undefined,
): Promise<void> {
  const options = (await stackOutputs(shop)).get('Options') ?? '{}'
  if (JSON.parse(options).frontDoorRotation === version) return
  throw new Refusal(`CloudFront still sends the earlier secret: without it, every request would get 404.
First deploy, and wait until it is done:
  npm run deploy -- --shop ${shop} -c frontDoorRotation=${version}`)
}

/**
 * Throws a `Refusal` that names the users and roles whose PIN or password is hashed with
 * another key than the current one of this secret.
 */
export async function requireNobodyLockedOut(shop: string, json: string): Promise<void> {
  await joinCloudShop(shop)
  // Imported late, when the environment is set
  const { keyIdOf } = await import('../../shared/staff/pins.ts')
  const { allRoles } = await import('../../shared/staff/roles.ts')
  const { allUsers } = await import('../../shared/staff/users.ts')
  const [current = ''] = validValues(parseSecret(json), 'pin-key')
  const [users, roles] = await Promise.all([allUsers(), allRoles()])
  const locked = [
    ...users
      .filter(({ pin }) => pin.keyId !== keyIdOf(current))
      .map(({ name }) => `  ${name}: needs a new PIN from an administrator`),
    ...roles
      .filter(({ password }) => password && password.keyId !== keyIdOf(current))
      .map(({ name }) => `  the role ${name}: needs a new password for the wallet`),
  ]
  if (locked.length === 0) return
  throw new Refusal(`These have not moved to the new key, and could not log in any more:
${locked.join('\n')}
They move when they log in, a role's password when it opens the wallet. To finish all the
same, add --lock-out.`)
}
