import * as z from 'zod'
import { sameSecret } from '../../constant-time.ts'
import { newId } from '../../ids.ts'
import { insertAuditEntry } from '../../people/audit/audit-trail.ts'
import * as rateLimit from '../../people/staff/login-rate-limit.ts'
import { permissions } from '../../people/staff/permissions.ts'
import { hashPin } from '../../people/staff/pins.ts'
import { insertRole, roleKey } from '../../people/staff/roles.ts'
import { updateStaffCount } from '../../people/staff/staff-count.ts'
import { insertUser, userKey } from '../../people/staff/users.ts'
import { upsertLayoutVersion } from '../../platform/dynamodb/schema-version.ts'
import { transactAndRespond } from '../../platform/idempotency/transact-and-respond.ts'
import { currencyByAcronym } from '../../platform/money/currencies.ts'
import { pictureToStore } from '../../platform/uploads/picture-url.ts'
import { parse } from '../../platform/validation/parse.ts'
import { insertShop, requireTimezone, safeguardsOn } from './config.ts'
import { RequiredSetupTexts, SetupDetails, type SetupRequest } from './setup.ts'
import { setupCode } from './setup-code.ts'

/** The administrators' role in the language of the shop. */
const roleNames = { en: 'Admin', es: 'Administrador' } as const

/**
 * Creates the administrators' role, the first user, the business and its base currency in
 * one transaction, for POST /initial-setup. The request is checked in the contract's order:
 * a missing name is reported before an unknown currency, and that before a short PIN.
 * Throws `missingUserData`, `missingBusinessData`, `currencyNotFound`, `invalid`,
 * `invalidTimezone`, `setupAlreadyCompleted`. A logo at one of the API's own URLs is stored as its path.
 */
export async function createShop(request: SetupRequest, ownUrls: readonly string[]) {
  const { businessCurrency } = parse(RequiredSetupTexts, request)
  const currency = currencyByAcronym(businessCurrency)
  const { userName, userPassword, userPin, ...details } = parse(SetupDetails, request)
  const {
    businessRFC,
    businessLogo,
    timezone = null,
    safeguards,
    nwcUri,
    language,
    ...business
  } = details
  requireTimezone(timezone)
  const roleName = roleNames[language ?? 'en']

  const [pin, password] = await Promise.all([
    hashPin(userPin, userName),
    hashPin(userPassword, roleName),
  ])
  const ids = { userId: newId(), roleId: newId() }
  // Wallets are reached through the shop's node alone
  const created = nwcUri ? { ...ids, nwcSaved: false as const } : ids
  await transactAndRespond(
    [
      ...insertShop(
        {
          ...business,
          timezone,
          ...(language && { receiptLanguage: language }),
          businessType: request.businessType,
          businessTaxId: business.businessTaxId ?? businessRFC,
          businessLogoUrl: pictureToStore(
            business.businessLogoUrl ?? businessLogo,
            ownUrls,
          ),
          ...(safeguards && safeguardsOn),
        },
        currency,
      ),
      ...insertRole({
        ...roleKey(ids.roleId),
        id: ids.roleId,
        name: roleName,
        isAdmin: true,
        permissions: permissions.map(({ name }) => name),
        password,
        users: 1,
      }),
      ...insertUser({
        ...userKey(ids.userId),
        id: ids.userId,
        name: userName,
        pin,
        pinVersion: 1,
        roleId: ids.roleId,
        email: null,
        phone: null,
      }),
      ...updateStaffCount({ users: 1, admins: 1 }),
      insertAuditEntry({
        kind: 'config',
        userId: ids.userId,
        before: null,
        after: {
          businessType: request.businessType,
          businessName: business.businessName,
          baseCurrency: currency.acronym,
          safeguards,
        },
      }),
      upsertLayoutVersion(),
    ],
    created,
  )
  return created
}

const Coded = z
  .object({ setupCode: z.string().trim().catch('') })
  .catch({ setupCode: '' })

/**
 * Requires the shop's setup code, if it has one, in the field `setupCode` of a body.
 * It comes before every other check of the first setup, so that strangers learn nothing.
 * Throws `invalidCredentials` without the code, and `tooManyAttempts` for an address with
 * too many wrong ones.
 */
export async function requireSetupCode(bytes: () => Buffer, ip: string): Promise<void> {
  const code = await setupCode()
  if (!code) return
  // By address only: a count for all would let strangers hold up the first setup.
  await rateLimit.withRateLimit({ ip }, async (attempt) => {
    if (!sameSecret(codeIn(bytes()), code)) throw await rateLimit.recordFailure(attempt)
    await rateLimit.clearFailures(attempt)
  })
}

function codeIn(bytes: Buffer): string {
  try {
    return Coded.parse(JSON.parse(bytes.toString('utf8'))).setupCode
  } catch {
    return ''
  }
}
