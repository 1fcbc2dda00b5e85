import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { GetParametersCommand, SSMClient } from '@aws-sdk/client-ssm'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'

const Names = ['/corner/token-key', '/corner/pin-key']
const stored = {
  Parameters: [{ Name: Names[0], Value: '{}' }],
  InvalidParameters: [Names[1]],
}

beforeEach(() => {
  vi.resetModules()
  vi.stubEnv('AWS_REGION', 'eu-west-1')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local')
  onTestFinished(() => void vi.unstubAllEnvs())
})

const read = async () =>
  (await import('../../../shared/platform/deployment/parameter-store.ts')).getParameters(
    Names,
  )

it("sends what the service's own client sends, and reads the same of the response", async () => {
  const requests: object[] = []
  const server = createServer((request, response) => {
    const { method, url, headers } = request
    response.setHeader('content-type', 'application/x-amz-json-1.1')
    void text(request).then((body) => {
      requests.push({ method, url, ...signed(headers), body })
      response.end(JSON.stringify(stored))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  vi.stubEnv('AWS_ENDPOINT_URL_SSM', `http://127.0.0.1:${port}`)
  expect(await read()).toMatchObject(stored)
  const own = new SSMClient({})
  expect(
    await own.send(new GetParametersCommand({ Names, WithDecryption: true })),
  ).toMatchObject(stored)
  expect(requests).toHaveLength(2)
  expect(requests[0]).toEqual(requests[1])
})

/** The target, and for which region and service the request is signed. */
const signed = (headers: IncomingHttpHeaders) => ({
  target: headers['x-amz-target'],
  type: headers['content-type'],
  scope: /Credential=local\/\d+\/([\w/-]+)/.exec(headers.authorization ?? '')?.[1],
})

it.each(['eu-central-1', 'us-east-1', 'us-gov-west-1', 'cn-north-1'])(
  "calls the service's address in %s",
  async (region) => {
    vi.stubEnv('AWS_REGION', region)
    const { url } = new SSMClient({ region }).config.endpointProvider({ Region: region })
    const { endpointIn } = await import(
      '../../../shared/platform/deployment/parameter-store.ts'
    )
    expect(new URL(endpointIn(region)).href).toBe(url.href)
  },
)
