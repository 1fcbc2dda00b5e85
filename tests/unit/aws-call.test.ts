import { createHash, createHmac } from 'node:crypto'
import { SignatureV4 } from '@smithy/signature-v4'
import { expect, test } from 'vitest'
import { signedHeaders } from '../../shared/aws-call.ts'

/** The hash that the SDK's signer asks for. */
class Sha256 {
  readonly #hash
  constructor(secret?: string | Uint8Array) {
    this.#hash = secret ? createHmac('sha256', secret) : createHash('sha256')
  }
  update(data: string | Uint8Array) {
    this.#hash.update(data)
  }
  digest = async () => new Uint8Array(this.#hash.digest())
}

test.each([null, 'session-token/+='])(
  'is signed as the SDK does, with the session token %s',
  async (sessionToken) => {
    const call = {
      service: 'dynamodb',
      region: 'eu-west-1',
      endpoint: 'https://dynamodb.eu-west-1.amazonaws.com',
      target: 'DynamoDB_20120810.PutItem',
      body: '{"Item":{"name":{"S":"Té · テーブル"}}}',
    }
    const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalr/EXAMPLE+KEY' }
    const nowMs = Date.UTC(2026, 0, 2, 3, 4, 5, 678)
    const { authorization, ...headers } = signedHeaders(
      call,
      { ...keys, sessionToken },
      nowMs,
    )
    const signer = new SignatureV4({
      service: call.service,
      region: call.region,
      credentials: { ...keys, ...(sessionToken && { sessionToken }) },
      sha256: Sha256 as never,
      applyChecksum: false,
    })
    const signed: unknown = await signer.sign(
      {
        method: 'POST',
        protocol: 'https:',
        hostname: 'dynamodb.eu-west-1.amazonaws.com',
        path: '/',
        headers,
        body: call.body,
      } as never,
      { signingDate: new Date(nowMs) },
    )
    expect(signed).toMatchObject({ headers: { authorization } })
  },
)
