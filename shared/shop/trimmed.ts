import * as z from 'zod'

/** A request of which every text is trimmed before the schema reads it. */
export const withTrimmedTexts = <S extends z.ZodType>(schema: S) =>
  z.preprocess((request) => (isObject(request) ? trimTexts(request) : request), schema)

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const trimTexts = (request: object) =>
  Object.fromEntries(
    Object.entries(request).map(([key, value]: [string, unknown]) => [
      key,
      typeof value === 'string' ? value.trim() : value,
    ]),
  )
