import * as z from 'zod'
import { permissions } from '../../shared/auth/permissions.ts'
import { hashPin } from '../../shared/auth/pins.ts'
import type { BusinessType } from '../../shared/business.ts'
import type { FailureKind } from '../../shared/failure.ts'
import { optionalText, text } from '../../shared/http/fields.ts'
import { parse } from '../../shared/http/parse.ts'
import { pictureUrl } from '../../shared/http/public-address.ts'
import { newId } from '../../shared/ids.ts'
import { currencyCalled } from '../../shared/money/currencies.ts'
import { commit } from '../../shared/table/commit.ts'
import { addRole, roleKey } from '../../shared/table/roles.ts'
import { addShop } from '../../shared/table/shop.ts'
import { countStaff } from '../../shared/table/staff.ts'
import { addUser, userKey } from '../../shared/table/users.ts'

const given = (otherwise: FailureKind) => z.string(otherwise).min(1, otherwise)

const Required = z.object({
  userName: given('missingUserData'),
  userPassword: given('missingUserData'),
  userPin: given('missingUserData'),
  businessName: given('missingBusinessData'),
  businessCurrency: given('missingBusinessData'),
})

const optional = optionalText.transform((value) => value ?? null)
const picture = pictureUrl.transform((value) => value ?? null)

const Details = z.object({
  userName: text,
  userPassword: text,
  userPin: text.min(4, 'must have at least 4 characters'),
  businessName: text,
  businessAddress: optional,
  businessPhone: optional,
  businessEmail: optional,
  businessTaxId: optional,
  businessRFC: optional,
  businessLogoUrl: picture,
  businessLogo: picture,
})

const roleName = 'Admin'

/**
 * Creates the administrators' role, the first user, the business and its base currency,
 * all or nothing. The request is checked in the contract's order, so that a client is
 * told of a missing name before an unknown currency, and of that before a short PIN.
 * Throws `missingUserData`, `missingBusinessData`, `unknownCurrency`, `invalid`,
 * `setupDone`.
 */
export async function firstSetup(request: { businessType: BusinessType }) {
  const { businessCurrency } = parse(Required, request)
  const currency = currencyCalled(businessCurrency)
  const { userName, userPassword, userPin, businessRFC, businessLogo, ...business } =
    parse(Details, request)

  const [pin, password] = await Promise.all([
    hashPin(userPin, userName),
    hashPin(userPassword, roleName),
  ])
  const ids = { userId: newId(), roleId: newId() }
  await commit(
    [
      ...addShop(
        {
          ...business,
          businessType: request.businessType,
          businessTaxId: business.businessTaxId ?? businessRFC,
          businessLogoUrl: business.businessLogoUrl ?? businessLogo,
        },
        currency,
      ),
      ...addRole({
        ...roleKey(ids.roleId),
        id: ids.roleId,
        name: roleName,
        isAdmin: true,
        permissions: permissions.map(({ name }) => name),
        password,
        users: 1,
      }),
      ...addUser({
        ...userKey(ids.userId),
        id: ids.userId,
        name: userName,
        pin,
        pinVersion: 1,
        roleId: ids.roleId,
        email: null,
        phone: null,
      }),
      ...countStaff({ users: 1, admins: 1 }),
    ],
    ids,
  )
  return ids
}
