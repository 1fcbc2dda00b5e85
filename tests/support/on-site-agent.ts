import { randomBytes } from 'node:crypto'
import {
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import type { PrintJob } from '../../shared/paper/queue/print-job.ts'
import type { Client } from './client.ts'
import type { Shop } from './shop.ts'

/** A secret as an agent chooses it. */
export const newSecret = () => randomBytes(32).toString('base64url')

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Creates an agent by POST /agents. Returns its id and enrolment token. */
export async function createAgent(admin: Client, name = 'counter') {
  const { status, body } = await admin.post('/agents', { name })
  if (status !== 201) throw new Error(`agent: ${status} ${JSON.stringify(body)}`)
  return body as { id: string; enrolmentToken: string }
}

export type OnSiteAgent = Awaited<ReturnType<typeof enrolAgent>>

/** Enrols an agent that has no process: the test makes its protocol calls. */
export async function enrolAgent(
  shop: Shop,
  admin: Client,
  name?: string,
  servesNode: boolean | undefined = true,
) {
  const { id, enrolmentToken } = await createAgent(admin, name)
  const secret = newSecret()
  const client = shop.anonymous()
  await client.post('/agents/exchange', { secret, servesNode }, bearer(enrolmentToken))
  let reported: unknown
  const post = (path: string, body: unknown = {}) => {
    if (path === '/agents/report') reported = body
    return client.post(path, body, bearer(`${id}.${secret}`))
  }

  return {
    id,
    token: `${id}.${secret}`,
    post,
    report: (...names: string[]) =>
      post('/agents/report', {
        printers: names.map((each) => ({ name: each, kind: 'network' })),
        version: '1.0.0',
      }),
    /** Reports the same again: an agent that is silent for 90 s is offline. */
    sendHeartbeat: () => post('/agents/report', reported),
    /** Receives and deletes every job in the agent's queue. */
    takeJobs: async (): Promise<PrintJob[]> => {
      const { body } = await post('/agents/credentials')
      const { queueUrl: QueueUrl, region, endpoint, ...credentials } = body
      const sqs = new SQSClient({ region, endpoint, credentials })
      const jobs: PrintJob[] = []
      for (;;) {
        const { Messages = [] } = await sqs.send(
          new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }),
        )
        if (Messages.length === 0) return jobs
        for (const { Body = '', ReceiptHandle } of Messages) {
          jobs.push(JSON.parse(Body))
          await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }))
        }
      }
    },
  }
}
