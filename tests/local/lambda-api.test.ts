import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { expect, test, vi } from 'vitest'
import { startLambdaApi } from '../../infra/local/lambda-api.ts'

test('a function invokes another without waiting for it', async () => {
  const invoke = vi.fn(async () => undefined)
  const api = await startLambdaApi(invoke)
  const lambda = new LambdaClient({
    endpoint: api.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  })
  const { StatusCode } = await lambda.send(
    new InvokeCommand({
      FunctionName: 'watchers',
      InvocationType: 'Event',
      Payload: JSON.stringify({ welcome: 'c1=' }),
    }),
  )
  expect(StatusCode).toBe(202)
  await vi.waitFor(
    () => expect(invoke).toHaveBeenCalledExactlyOnceWith('watchers', { welcome: 'c1=' }),
    15_000,
  )
  await api.close()
})
