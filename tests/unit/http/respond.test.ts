import { expect, it } from 'vitest'
import { respond } from '../../../shared/platform/http/pipeline/respond.ts'

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
  ['a', 1023, false],
  ['a', 1024, true],
  ['é', 512, true],
  ['咖', 341, false],
  ['咖', 342, true],
])(
  'a body is compressed from 1 KB on the wire: %s, %i times',
  async (letter, times, isLong) => {
    const response = await responseTo(
      'application/json',
      { 'accept-encoding': 'gzip' },
      letter.repeat(times),
    )
    expect(response.isBase64Encoded ?? false).toBe(isLong)
  },
)

it.each([
  ['gzip', true],
  ['GZIP, deflate', true],
  ['br;q=1.0, gzip;q=0.8', true],
  ['*', true],
  ['gzip;q=0', false],
  ['gzip;q=0, *', false],
  ['identity', false],
  ['', false],
])('Accept-Encoding %j allows gzip: %s', async (accepted, isAllowed) => {
  const response = await responseTo(
    'text/csv',
    { 'accept-encoding': accepted },
    'a'.repeat(2_000),
  )
  expect(response.isBase64Encoded ?? false).toBe(isAllowed)
  expect(response).toMatchObject({ headers: { vary: 'Accept-Encoding' } })
})
