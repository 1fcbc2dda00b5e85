import * as z from 'zod'
import { isoTime, priceCents, recordId } from '../../platform/validation/fields.ts'
import { isUuid } from '../../uuid.ts'
import { placeOfSeries } from './series.ts'

/** Numbers from one to another, both included. */
export const NumberRange = z
  .object({ from: z.int().describe('The first'), to: z.int().describe('The last') })
  .meta({ id: 'NumberRange', description: 'Numbers from one to another, such as 7 to 9' })
export type NumberRange = Readonly<z.output<typeof NumberRange>>

/** A till on the wire. */
export const Till = z
  .object({
    id: recordId(),
    name: z.string().describe('Such as Bar'),
    series: z.string().describe('The letters before its numbers, such as B of B-42'),
    createdAt: isoTime,
    epoch: z
      .string()
      .optional()
      .describe('Of /tills/me alone: another after a restore or import, such as 0'),
    lastSeenAt: isoTime.nullable().describe('Its last sale, or when it reported last'),
    lastNumber: z.int().describe('Of its sales; 0 before the first'),
    missing: z
      .array(NumberRange)
      .optional()
      .describe('Numbers that were passed over; of others for shifts_report_read alone'),
    waitingSales: z
      .int()
      .optional()
      .describe('That it has not handed in; of others for shifts_report_read alone'),
    oldestWaitingAt: isoTime.optional().describe('When the oldest of them was sold'),
    endedAt: isoTime.optional().describe('When its storage was gone'),
    revokedAt: isoTime.optional().describe('When it was revoked'),
  })
  .meta({ id: 'Till', description: 'A device with numbers and a drawer of its own' })

export const tillName = z
  .string()
  .max(200)
  .refine((name) => name.trim() !== '', 'cannot be blank')
  .describe('1 to 200 characters, such as Bar')

/** Body of POST /tills. */
export const NewTill = z
  .object({
    id: z
      .string()
      .refine(isUuid, 'must be a UUID')
      .optional()
      .describe(
        "The client's, such as 0199f2a4-5c1e-4d3a-9b8f-38a007151abe: the same within ten " +
          'minutes is the same till again',
      ),
    name: tillName,
    token: z.boolean().optional().describe('Whether the answer has the token, too'),
  })
  .meta({ id: 'NewTill' })
export type NewTill = Readonly<z.output<typeof NewTill>>

/** Body of PUT /tills/{id}. */
export const TillChange = z.object({ name: tillName }).meta({ id: 'TillChange' })

/** Largest step from the last number of a till to one that it hands in, or says it has given. */
export const maxHandedInAhead = 100_000

/** Body of POST /tills/{id}/token. */
export const TokenRequest = z
  .object({
    token: NewTill.shape.token,
    series: z
      .string()
      .refine(
        (series) => series.length <= 4 && placeOfSeries(series) !== undefined,
        'is no series of tills',
      )
      .optional()
      .describe('That of a till that is unknown since a restore, such as B'),
    lastNumber: z
      .int()
      .min(0)
      .max(maxHandedInAhead)
      .optional()
      .describe('The last number that it has given, such as 42'),
  })
  .refine(
    ({ series, lastNumber }) => (series === undefined) === (lastNumber === undefined),
    { path: ['lastNumber'], message: 'belongs to series' },
  )
  .meta({ id: 'TillTokenRequest', description: 'How a till gets its token again' })
export type TokenRequest = Readonly<z.output<typeof TokenRequest>>

/** Body of PUT /tills/me/status. */
export const TillStatus = z
  .object({
    waitingSales: z
      .int()
      .min(0)
      .optional()
      .describe('How many sales it has not handed in, such as 3'),
    oldestWaitingAt: z.iso
      .datetime({ offset: true })
      .nullish()
      .describe('When the oldest of them was sold, such as 2026-05-01T09:30:00Z'),
    resting: z.boolean().optional().describe('Logged out, with nothing to hand in'),
    storageGone: z
      .boolean()
      .optional()
      .describe('Its storage is gone, and with it its numbers: the till ends'),
  })
  .meta({ id: 'TillStatus', description: 'What a till reports of itself' })
const numbers = z.array(z.int().min(1)).max(50)

/** Body of PUT /tills/me/numbers. */
export const UnusedNumbers = z
  .object({
    unused: numbers.min(1).describe('Missing numbers that no sale has'),
    reason: z.string().trim().min(1).max(200).describe('Why, such as a torn receipt'),
  })
  .meta({ id: 'UnusedNumbers', description: 'Numbers that a till has not used' })

/** Body of PUT /tills/{id}/confirm. */
export const TillConfirmation = z
  .object({
    numbers: numbers.optional().describe('Missing numbers that no sale has'),
    lost: z
      .boolean()
      .optional()
      .describe('Whether the sales that it did not hand in are lost'),
  })
  .meta({ id: 'TillConfirmation', description: 'What is confirmed of a till' })

/** Body of POST /tills/{id}/counts. */
export const DrawerCount = z
  .object({ amount: priceCents })
  .meta({ id: 'DrawerCount', description: 'The cash in a drawer, in major units' })

export type TillStatus = Readonly<z.output<typeof TillStatus>>
