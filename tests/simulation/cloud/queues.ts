import { QueueDoesNotExist } from '@aws-sdk/client-sqs'
import type { Parameters } from '../table/requests.ts'

/** A message of a FIFO queue. */
export type Message = {
  readonly group: string
  readonly id: string
  readonly body: string
}

/** The agents' queues. A message that was sent twice is kept once. */
export class Queues {
  readonly #messages = new Map<string, Message[]>()
  readonly #seen = new Set<string>()

  execute(command: string, input: Parameters): object {
    const name = String(input.QueueName ?? input.QueueUrl).replace(/^.*\//, '')
    if (command === 'CreateQueueCommand') {
      this.open(name)
      return {}
    }
    const messages = this.#messages.get(name)
    if (!messages) throw new QueueDoesNotExist({ message: name, $metadata: {} })
    if (command !== 'SendMessageCommand') throw new Error(`no such command: ${command}`)
    const id = String(input.MessageDeduplicationId)
    if (this.#seen.has(`${name}\n${id}`)) return {}
    this.#seen.add(`${name}\n${id}`)
    messages.push({
      group: String(input.MessageGroupId),
      id,
      body: String(input.MessageBody),
    })
    return {}
  }

  /** Creates a queue, unless there is one of this name. */
  open(name: string): void {
    this.#messages.set(name, this.#messages.get(name) ?? [])
  }

  /** The names of all queues. */
  names = (): string[] => [...this.#messages.keys()]

  /** The first message of each group: what a consumer may receive. */
  receivable(): Message[] {
    return [...this.#messages.values()].flatMap((messages) => [
      ...new Map(messages.toReversed().map((each) => [each.group, each])).values(),
    ])
  }

  delete(id: string): void {
    for (const messages of this.#messages.values()) {
      const at = messages.findIndex((each) => each.id === id)
      if (at !== -1) messages.splice(at, 1)
    }
  }

  get size(): number {
    return [...this.#messages.values()].flat().length
  }
}
