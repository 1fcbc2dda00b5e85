import { beforeEach, expect, it } from 'vitest'
import { Queues } from './queues.ts'

const QueueUrl = 'https://queues/1/q.fifo'
const RedrivePolicy = JSON.stringify({ maxReceiveCount: 1_000 })

let nowMs = 0
let queues: Queues
beforeEach(() => {
  nowMs = 1_000_000
  queues = new Queues(() => nowMs)
  queues.execute('CreateQueueCommand', {
    QueueName: 'q.fifo',
    Attributes: { RedrivePolicy },
  })
})

const send = (id: string, group: string) =>
  queues.execute('SendMessageCommand', {
    QueueUrl,
    MessageDeduplicationId: id,
    MessageGroupId: group,
    MessageBody: id,
  })

type Received = { readonly Body: string; readonly ReceiptHandle: string }
const receive = () => {
  const input = { QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 4 }
  const { Messages } = queues.execute('ReceiveMessageCommand', input) as {
    Messages: Received[]
  }
  return Messages
}
const bodies = () => receive().map(({ Body }) => Body)

it('hides what is received until its time is over, and its group with it', () => {
  send('1', 'A')
  expect(bodies()).toEqual(['1'])
  send('2', 'A')
  send('3', 'B')
  expect(bodies()).toEqual(['3'])
  nowMs += 4_000
  expect(bodies()).toEqual(['1', '2', '3'])
})

it('deletes and extends only by the last receipt, while it is valid', () => {
  send('1', 'A')
  const [first] = receive()
  nowMs += 4_000
  const [second] = receive()
  const { ReceiptHandle } = first ?? {}
  const remove = (handle?: string) =>
    queues.execute('DeleteMessageCommand', { QueueUrl, ReceiptHandle: handle })
  expect(() => remove(ReceiptHandle)).toThrow('expired')
  queues.execute('ChangeMessageVisibilityCommand', {
    QueueUrl,
    ReceiptHandle: second?.ReceiptHandle,
    VisibilityTimeout: 8,
  })
  nowMs += 7_000
  expect(bodies()).toEqual([])
  remove(second?.ReceiptHandle)
  expect(queues.size).toBe(0)
})

it('takes an id once within five minutes', () => {
  send('1', 'A')
  send('1', 'A')
  expect(queues.size).toBe(1)
  nowMs += 5 * 60_000
  send('1', 'A')
  expect(queues.size).toBe(2)
})

it('gives up what was received too often, and keeps nothing for more than four days', () => {
  send('poison', 'A')
  for (let count = 0; count < 1_000; count += 1) {
    expect(bodies()).toEqual(['poison'])
    nowMs += 4_000
  }
  expect(bodies()).toEqual([])
  expect(queues.dead).toEqual(['poison'])
  send('1', 'A')
  nowMs += 4 * 24 * 60 * 60_000 + 1
  expect(bodies()).toEqual([])
})
