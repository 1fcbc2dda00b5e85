import { expect, it } from 'vitest'
import { respond } from '../../../shared/http/pipeline/respond.ts'

const sixMegabytes = 'a'.repeat(6 * 1024 * 1024)

const responseTo = async (
  contentType: string,
  headers: Record<string, string>,
  body = sixMegabytes,
) => {
  const response = { status: 200, contentType, body, headers: {} }
  const work = { event: { headers, exchange: { response } } }
  // biome-ignore lint/suspicious/noExplicitAny: a step needs these parts of its work alone
  await respond().after?.(work as any)
  return (
    work as unknown as { response: { statusCode: number; isBase64Encoded?: boolean } }
  ).response
}

it.each([
  ['text/csv', 'Export too large: ask for fewer days'],
  ['application/json', 'Answer too large: ask for pages with limit and cursor'],
])(
  'a body of %s that is too large is refused with what helps',
  async (contentType, message) => {
    expect(await responseTo(contentType, {})).toMatchObject({
      statusCode: 413,
      body: JSON.stringify({ message }),
    })
    const compressed = await responseTo(contentType, { 'accept-encoding': 'gzip' })
    expect(compressed.statusCode).toBe(200)
  },
)

it.each([
  ['a', 1024 * 1024 - 1, false],
  ['a', 1024 * 1024, true],
  ['é', 512 * 1024, true],
  ['咖', 349_525, false],
  ['咖', 349_526, true],
])(
  'a body is compressed from 1 MB on the wire: %s, %i times',
  async (letter, times, isLong) => {
    const response = await responseTo(
      'application/json',
      { 'accept-encoding': 'gzip' },
      letter.repeat(times),
    )
    expect(response.isBase64Encoded ?? false).toBe(isLong)
  },
)
