import { expect, test } from 'vitest'
import { synthesized } from './synthesized.ts'

const { outputs } = synthesized({
  corsOrigins: 'https://a.example,https://b.example',
  verifyCheckout: 'true',
  plainHttpTills: 'false',
  accessTokenSeconds: '60',
})

test("the stack's outputs name its table and its bucket", () => {
  expect(outputs).toMatchObject({
    TableName: expect.anything(),
    UploadsBucket: expect.anything(),
  })
})

test("the stack's outputs have the options that are not defaults", () => {
  expect(JSON.parse(String(outputs.Options))).toEqual({
    corsOrigins: 'https://a.example,https://b.example',
    verifyCheckout: 'true',
  })
})
