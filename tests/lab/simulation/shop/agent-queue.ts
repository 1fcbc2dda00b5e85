import type { Cloud } from '../cloud/cloud.ts'
import { call } from '../machine/calls.ts'
import type { Instance } from '../machine/instance.ts'
import type { Parameters } from '../table/values.ts'

type Command = {
  readonly input: Parameters
  readonly constructor: { readonly name: string }
}
type Options = { readonly abortSignal?: AbortSignal }

/** The client of SQS in the agent's process, with long polls. */
export const agentQueueClient = (cloud: Cloud, agent: Instance) =>
  class {
    send = async (
      { constructor: { name }, input }: Command,
      { abortSignal: signal }: Options = {},
    ) => {
      const { scheduler, queues } = cloud
      const waitMs = Number(input.WaitTimeSeconds ?? 0) * 1_000
      const untilMs = scheduler.nowMs + waitMs
      for (;;) {
        const result = (await call(cloud, agent, {
          what: name,
          execute: () => queues.execute(name, input),
          attempts: 3,
          attemptMs: 3_000 + waitMs,
          signal,
        })) as { readonly Messages?: readonly object[] }
        const isEmpty = result.Messages?.length === 0
        if (!isEmpty || scheduler.nowMs >= untilMs) return result
        await somethingMayCome(cloud, agent, untilMs, signal)
      }
    }
  }

/** A message is sent or is visible again, or the poll is over. */
const somethingMayCome = (
  { queues, scheduler }: Cloud,
  agent: Instance,
  untilMs: number,
  signal: AbortSignal | undefined,
): Promise<void> =>
  new Promise((resolve) => {
    let isWanted = true
    const wake = () => {
      isWanted = false
      signal?.removeEventListener('abort', wake)
      resolve()
    }
    queues.onSent = wake
    signal?.addEventListener('abort', wake)
    const atMs = Math.min(untilMs, queues.nextVisibleMs)
    scheduler.at(atMs, wake, () => isWanted && agent.isAlive)
  })
