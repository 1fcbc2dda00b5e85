import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Invoke } from '../../infra/local/gateway/invocation.ts'
import { startLambdaApi } from '../../infra/local/lambda-api.ts'
import { eventually } from '../support/eventually.ts'

async function lambdaApi(invoke: Invoke, concurrency?: number) {
  const api = await startLambdaApi(invoke, { concurrency })
  onTestFinished(() => api.close())
  const lambda = new LambdaClient({
    endpoint: api.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  })
  return (FunctionName: string, event: unknown) =>
    lambda.send(
      new InvokeCommand({
        FunctionName,
        InvocationType: 'Event',
        Payload: JSON.stringify(event),
      }),
    )
}

test('an asynchronous invocation returns before the function ends', async () => {
  const invoke = vi.fn(async () => undefined)
  const send = await lambdaApi(invoke)
  const { StatusCode } = await send('watchers', { welcome: 'c1=' })
  expect(StatusCode).toBe(202)
  await eventually(() =>
    expect(invoke).toHaveBeenCalledExactlyOnceWith('watchers', { welcome: 'c1=' }),
  )
})

test('limits the concurrency of each function separately', async () => {
  const executions: (() => void)[] = []
  const invoke = vi.fn(
    (name: string) =>
      new Promise<undefined>((resolve) => {
        if (name === 'replays') executions.push(() => resolve(undefined))
        else resolve(undefined)
      }),
  )
  const send = await lambdaApi(invoke, 3)
  for (let n = 1; n <= 5; n += 1) await send('replays', { n })
  await send('watchers', { welcome: 'c1=' })
  await eventually(() =>
    expect(invoke).toHaveBeenCalledWith('watchers', { welcome: 'c1=' }),
  )
  expect(executions).toHaveLength(3)
  executions[0]?.()
  await eventually(() => expect(invoke).toHaveBeenCalledWith('replays', { n: 4 }))
  expect(executions).toHaveLength(4)
})

test('keeps idle connections, so that no invocation meets one that is being closed', async () => {
  const api = await startLambdaApi(async () => undefined)
  onTestFinished(() => api.close())
  const { headers } = await fetch(api.endpoint)
  expect(headers.get('keep-alive')).toBe('timeout=75')
})
