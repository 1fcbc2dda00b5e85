import * as z from 'zod'
import type { FailureKind } from '../../failure.ts'
import { ReceiptLanguage } from '../../paper/layout/language.ts'
import { isObject, optionalText, text } from '../../platform/validation/fields.ts'
import { maxNameLength } from '../../platform/validation/names.ts'
import { failing } from '../../platform/validation/parse.ts'
import { BusinessType, businessName, printed } from './business.ts'

export const SetupState = z
  .object({
    initialized: z.boolean().describe('Whether the business exists'),
    needsBusinessType: z
      .boolean()
      .describe('Whether setup still has to ask for the type'),
  })
  .meta({ id: 'SetupState', description: 'How far the setup is' })

/** Every text of a request is trimmed before the schema reads it. */
const trimmed = <S extends z.ZodType>(schema: S) =>
  z.preprocess((request) => (isObject(request) ? trimTexts(request) : request), schema)

const trimTexts = (request: object) =>
  Object.fromEntries(
    Object.entries(request).map(([key, value]) => [
      key,
      typeof value === 'string' ? value.trim() : value,
    ]),
  )

/** Fields of every setup request. The first setup needs more: the two schemas below. */
export const SetupRequest = trimmed(
  z.looseObject({ businessType: BusinessType }, failing('invalidBusinessType')),
)
export type SetupRequest = Readonly<z.output<typeof SetupRequest>>

const required = (failure: FailureKind) =>
  z.string(failing(failure)).min(1, failing(failure))

/** The required texts of the first setup. They are checked before the currency is. */
export const RequiredSetupTexts = z.object({
  userName: required('missingUserData'),
  userPassword: required('missingUserData'),
  userPin: required('missingUserData'),
  businessName: required('missingBusinessData'),
  businessCurrency: required('missingBusinessData').describe('Acronym, such as USD'),
})

const optional = optionalText.transform((value) => value ?? null)

/** The rest of the first setup, checked after the currency. Some fields have two names. */
export const SetupDetails = z.object({
  userName: text
    .max(maxNameLength, 'is too long')
    .describe('First user, an administrator, such as ana'),
  userPassword: text.describe('Opens the wallet, such as open sesame'),
  userPin: text
    .min(4, 'must have at least 4 characters')
    .describe('PIN of the first user, such as 4321'),
  businessName: text.max(maxNameLength, 'is too long').describe(businessName),
  ...printed(optional),
  businessRFC: optional.describe('Another name of businessTaxId'),
  businessLogo: optional.describe('Another name of businessLogoUrl'),
  businessProfession: optional.describe('What the shop does'),
  timezone: text.nullish().describe('An IANA name; null is UTC'),
  language: ReceiptLanguage.optional().describe('The `receiptLanguage` to begin with'),
  nwcUri: text.nullish().describe('Not stored: the answer then has `nwcSaved`'),
  safeguards: z
    .boolean()
    .default(false)
    .describe(
      'Starts with verifyCheckout, verifyAmounts and restrictPrinters on, openAmounts off',
    ),
})

/** The whole request, for documents. Every field but the type is for the first setup. */
export const SetupForm = z
  .object({
    businessType: BusinessType,
    ...RequiredSetupTexts.extend(SetupDetails.shape).partial().shape,
    setupCode: z
      .string()
      .optional()
      .describe('The code of the deployment, if it has one; for the first setup'),
  })
  .meta({
    id: 'SetupForm',
    description:
      'The first setup also needs userName, userPassword, userPin, businessName and ' +
      'businessCurrency. businessRFC is another name of businessTaxId, businessLogo of ' +
      'businessLogoUrl',
  })
