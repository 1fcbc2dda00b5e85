import { QueueDoesNotExist, ReceiptHandleIsInvalid } from '@aws-sdk/client-sqs'
import type { Parameters } from '../table/values.ts'

/** Time for which a FIFO queue remembers the id of a sent message. */
const deduplicatesMs = 5 * 60_000

/** Time for which a queue keeps a message, by default. */
const retentionMs = 4 * 24 * 60 * 60_000

type Message = {
  readonly group: string
  readonly id: string
  readonly body: string
  readonly sentAtMs: number
  receives: number
  /** Changes each time that it is received. */
  handle: string
  /** Until then it is hidden, Unix ms. */
  hiddenUntilMs: number
}

type Queue = {
  /** Parameters of its creation. */
  readonly input: Parameters
  readonly messages: Message[]
  readonly sentAtMs: Map<string, number>
  readonly maxReceives: number
}

/**
 * SQS FIFO queues as documented: a received message is hidden for its visibility timeout
 * and then received again, a group waits for its hidden message, an id counts once within
 * five minutes, and a message that was received too often goes to the dead-letter queue.
 */
export class Queues {
  /** The ids of messages that were received too often. */
  readonly dead: string[] = []
  /** A lower limit of receives than that of the queues, which takes a thousand deaths. */
  mostReceives = Number.POSITIVE_INFINITY
  readonly #queues = new Map<string, Queue>()
  readonly #nowMs: () => number
  /** Called with each message that is sent. */
  onSent: () => void = () => {}

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  execute(command: string, input: Parameters): object {
    const name = String(input.QueueName ?? input.QueueUrl).replace(/^.*\//, '')
    if (command === 'CreateQueueCommand') return this.#create(name, input)
    const queue = this.#queues.get(name)
    if (!queue) throw new QueueDoesNotExist({ message: name, $metadata: {} })
    this.#tidy(queue)
    if (command === 'SendMessageCommand') return this.#send(queue, input)
    if (command === 'ReceiveMessageCommand') return this.#receive(queue, input)
    const message = this.#received(queue, String(input.ReceiptHandle))
    if (command === 'DeleteMessageCommand') {
      queue.messages.splice(queue.messages.indexOf(message), 1)
    } else if (command === 'ChangeMessageVisibilityCommand') {
      message.hiddenUntilMs = this.#nowMs() + Number(input.VisibilityTimeout) * 1_000
    } else throw new Error(`no such command: ${command}`)
    return {}
  }

  /** The requests that have created the queues. */
  created = (): Parameters[] => [...this.#queues.values()].map(({ input }) => input)

  /** Number of messages, the hidden ones included. */
  get size(): number {
    return [...this.#queues.values()].flatMap(({ messages }) => messages).length
  }

  /** Time at which a hidden message is received again; infinite when none is hidden. */
  get nextVisibleMs(): number {
    const all = [...this.#queues.values()].flatMap(({ messages }) => messages)
    const hidden = all.map(({ hiddenUntilMs }) => hiddenUntilMs)
    return Math.min(...hidden.filter((ms) => ms > this.#nowMs()))
  }

  /** Creates a queue, unless there is one of this name. */
  #create(name: string, input: Parameters): object {
    const { RedrivePolicy = '{}' } = input.Attributes as Record<string, string>
    const maxReceives = Number(JSON.parse(RedrivePolicy).maxReceiveCount)
    if (!this.#queues.has(name)) {
      this.#queues.set(name, { input, messages: [], sentAtMs: new Map(), maxReceives })
    }
    return {}
  }

  #send({ messages, sentAtMs }: Queue, input: Parameters): object {
    const id = String(input.MessageDeduplicationId)
    const nowMs = this.#nowMs()
    const isKnown =
      nowMs - (sentAtMs.get(id) ?? Number.NEGATIVE_INFINITY) < deduplicatesMs
    if (isKnown) return {}
    sentAtMs.set(id, nowMs)
    const [group, body] = [String(input.MessageGroupId), String(input.MessageBody)]
    const own = { group, id, body, sentAtMs: nowMs }
    messages.push({ ...own, receives: 0, handle: '', hiddenUntilMs: 0 })
    this.onSent()
    return {}
  }

  /**
   * Receives messages in the order of their sending; none of a group whose first message
   * is hidden.
   */
  #receive({ messages, maxReceives }: Queue, input: Parameters): object {
    const nowMs = this.#nowMs()
    const hidden = messages.filter(({ hiddenUntilMs }) => hiddenUntilMs > nowMs)
    const blocked = new Set(hidden.map(({ group }) => group))
    const received: Message[] = []
    for (const message of messages.slice()) {
      if (received.length === Number(input.MaxNumberOfMessages)) break
      if (blocked.has(message.group)) continue
      message.receives += 1
      if (message.receives > Math.min(maxReceives, this.mostReceives)) {
        messages.splice(messages.indexOf(message), 1)
        this.dead.push(message.id)
        continue
      }
      message.handle = `${message.id} ${message.receives}`
      message.hiddenUntilMs = nowMs + Number(input.VisibilityTimeout) * 1_000
      received.push(message)
    }
    return {
      Messages: received.map(({ id, body, handle }) => ({
        MessageId: id,
        Body: body,
        ReceiptHandle: handle,
      })),
    }
  }

  /** The message of a receipt that still counts: it is hidden, and was not received since. */
  #received({ messages }: Queue, handle: string): Message {
    const found = messages.find((each) => each.handle === handle)
    if (found && found.hiddenUntilMs > this.#nowMs()) return found
    throw new ReceiptHandleIsInvalid({
      message: 'The receipt has expired',
      $metadata: {},
    })
  }

  #tidy({ messages }: Queue): void {
    const oldestMs = this.#nowMs() - retentionMs
    while ((messages[0]?.sentAtMs ?? oldestMs) < oldestMs) messages.shift()
  }
}
