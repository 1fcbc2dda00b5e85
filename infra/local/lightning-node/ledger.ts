import { appendFileSync, mkdirSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'

/** An incoming payment: an invoice, paid or not, or a payment to an offer. */
export type Incoming = {
  kind: 'incoming'
  paymentHash: string
  preimage: string
  invoice: string | null
  description: string | null
  externalId: string | null
  /** notified in addition to the node's own webhook */
  webhookUrl: string | null
  /** null when any amount can be paid */
  requestedSat: number | null
  receivedSat: number
  payerKey: string | null
  payerNote: string | null
  createdAtMs: number
  expiresAtMs: number | null
  completedAtMs: number | null
}

/** An outgoing payment, successful or failed. */
export type Outgoing = {
  kind: 'outgoing'
  subType: 'lightning' | 'splice_out' | 'splice_cpfp' | 'channel_close'
  paymentId: string
  paymentHash: string | null
  preimage: string | null
  txId: string | null
  invoice: string | null
  isPaid: boolean
  /** what the recipient received, without fees */
  amountSat: number
  feesMsat: number
  createdAtMs: number
  completedAtMs: number
}

/** An invoice of another node, with the preimage that paying it reveals. */
type ForeignInvoice = { kind: 'foreignInvoice'; paymentHash: string; preimage: string }

type Identity = { kind: 'identity'; privateKey: string }

type Entry = Incoming | Outgoing | ForeignInvoice | Identity

/** The node's state, stored on disk. */
export type Ledger = {
  readonly incoming: ReadonlyMap<string, Incoming>
  readonly outgoing: ReadonlyMap<string, Outgoing>
  /** preimages of other nodes' invoices, by payment hash */
  readonly foreignPreimages: ReadonlyMap<string, string>
  /** undefined on the first start */
  privateKey(): string | undefined
  /** Adds an entry, or replaces the one of the same payment. */
  record(entry: Entry): void
}

/** Opens a directory's ledger: an append-only file in which the last entry wins. */
export function openLedger(dataDir: string): Ledger {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'ledger.jsonl')
  const incoming = new Map<string, Incoming>()
  const outgoing = new Map<string, Outgoing>()
  const foreignPreimages = new Map<string, string>()
  let privateKey: string | undefined

  const apply = (entry: Entry) => {
    switch (entry.kind) {
      case 'incoming':
        return incoming.set(entry.paymentHash, entry)
      case 'outgoing':
        return outgoing.set(entry.paymentId, entry)
      case 'foreignInvoice':
        return foreignPreimages.set(entry.paymentHash, entry.preimage)
      case 'identity':
        privateKey = entry.privateKey
    }
  }

  for (const line of completeLines(file)) apply(JSON.parse(line))

  return {
    incoming,
    outgoing,
    foreignPreimages,
    privateKey: () => privateKey,
    record(entry) {
      appendFileSync(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 })
      apply(entry)
    },
  }
}

/** The complete lines; a last line that a crash cut short is truncated from the file. */
function completeLines(file: string): string[] {
  appendFileSync(file, '', { mode: 0o600 })
  const content = readFileSync(file)
  const end = content.lastIndexOf('\n') + 1
  if (end < content.length) truncateSync(file, end)
  return content.toString('utf8', 0, end).split('\n').slice(0, -1)
}
