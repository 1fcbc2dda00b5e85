import * as z from 'zod'
import { transact } from '../dynamodb/transact.ts'
import type { FailureKind } from '../failure.ts'
import { newId } from '../ids.ts'
import { currencyCalled } from '../money/currencies.ts'
import { permissions } from '../staff/permissions.ts'
import { hashPin } from '../staff/pins.ts'
import { insertRole, roleKey } from '../staff/roles.ts'
import { updateStaffCount } from '../staff/staff-count.ts'
import { insertUser, userKey } from '../staff/users.ts'
import { pictureUrl } from '../uploads/picture-url.ts'
import { optionalText, text } from '../validation/fields.ts'
import { parse } from '../validation/parse.ts'
import type { BusinessType } from './business.ts'
import { insertShop } from './config.ts'

const required = (otherwise: FailureKind) => z.string(otherwise).min(1, otherwise)

const Required = z.object({
  userName: required('missingUserData'),
  userPassword: required('missingUserData'),
  userPin: required('missingUserData'),
  businessName: required('missingBusinessData'),
  businessCurrency: required('missingBusinessData'),
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
 * Throws `missingUserData`, `missingBusinessData`, `currencyNotFound`, `invalid`,
 * `setupAlreadyCompleted`.
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
  await transact(
    [
      ...insertShop(
        {
          ...business,
          businessType: request.businessType,
          businessTaxId: business.businessTaxId ?? businessRFC,
          businessLogoUrl: business.businessLogoUrl ?? businessLogo,
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
    ],
    ids,
  )
  return ids
}
