import * as z from 'zod'
import type { FailureKind } from '../../failure.ts'
import {
  idOf,
  isObject,
  nullableText,
  optionalText,
  recordId,
  text,
  unlessBlank,
} from '../../platform/validation/fields.ts'
import { failing } from '../../platform/validation/parse.ts'

const contact = <Text extends z.ZodType>(optional: Text) => ({
  email: optional.describe('E-mail address, as it was written; not checked'),
  phone: optional.describe('Telephone number, as it was written; not checked'),
})

export const User = z
  .object({
    id: recordId(),
    name: z.string().describe('Name to log in with, such as ana'),
    pin: z.literal('****'),
    refreshToken: z.literal('****'),
    role: nullableText.describe('Its name, such as Administrator; null for none'),
    roleId: nullableText.describe('Id of the role; null when the user has none'),
    ...contact(nullableText),
    isAdmin: z.boolean().describe('Whether the role may do everything'),
  })
  .meta({ id: 'User', description: 'A staff account; PIN and refresh token are masks' })

/** User as the login screen and callers without users_read see it. */
export const NamedUser = User.pick({ id: true, name: true, role: true }).meta({
  id: 'NamedUser',
  description: 'A user by name and role',
})

/** A client's own user, who has a role. */
export const UserInfo = z
  .object({
    userId: recordId('the caller'),
    name: z.string().describe('Name as tills show it'),
    ...contact(nullableText),
    role: z.string().describe('Its name, such as Administrator'),
    roleId: recordId('the role'),
    isAdmin: z.boolean().describe('Whether the role may do everything'),
  })
  .meta({ id: 'UserInfo', description: 'The own account of a caller' })

const required = (failure: FailureKind) =>
  z
    .string(failing(failure))
    .refine((value) => value.trim() !== '', failing(failure))
    .pipe(text)

const pin = text.min(4, failing('shortPin'))

/** A PIN that clients of later revisions send with changes of users and roles. */
export const currentUserPin = text
  .nullish()
  .describe("The caller's own PIN; checked if it is sent")

/** Body of a change that needs no fields. */
export const Confirmation = z.object({ currentUserPin }).nullish().meta({
  id: 'Confirmation',
  description: "The caller's own PIN, if clients ask for it",
})

/** `role` is the role's id. */
export const UserInput = z
  .object({
    name: required('blankNameOrPin').describe('Name to log in with, such as ana'),
    pin: required('blankNameOrPin')
      .pipe(pin)
      .describe('At least 4 characters, such as 1234'),
    role: z
      .string(failing('roleNotFound'))
      .describe('Id of the role')
      .meta({ example: '0199f2a4-5c1e-4d3a-9b8f-cce55e4309a7' }),
    ...contact(optionalText),
    currentUserPin,
  })
  .meta({ id: 'UserInput' })

/** The fields of a new user may also be in `user`, next to the caller's PIN. */
const WrappedUser = z
  .object({
    user: UserInput.omit({ currentUserPin: true }).describe('The fields of the new user'),
    currentUserPin,
  })
  .meta({ id: 'WrappedUser', description: 'The fields of a new user, in `user`' })

/** Both forms of a new user, for documents. */
export const UserForm = z.union([UserInput, WrappedUser])

/** A new user in either form. */
export const NewUser = z.preprocess(unwrapped, UserInput)

function unwrapped(input: unknown): unknown {
  if (!isObject(input) || !isObject(input.user)) return input
  const { user, currentUserPin = user.currentUserPin } = input
  return { ...user, currentUserPin }
}

/** A blank PIN or role id means the same as leaving it out. */
export const UserPatch = z
  .object({
    name: required('blankName').optional().describe('Name to log in with'),
    pin: unlessBlank
      .pipe(pin.optional())
      .optional()
      .describe('At least 4 characters; blank keeps the current one'),
    roleId: idOf('the role; blank keeps the current one').pipe(unlessBlank).nullish(),
    ...contact(optionalText),
    currentUserPin,
  })
  .refine(
    ({ currentUserPin: _currentUserPin, ...patch }) =>
      Object.values(patch).some((value) => value !== undefined),
    failing('nothingProvided'),
  )
  .meta({ id: 'UserPatch', description: 'Fields that are left out keep their values' })
