import { cartOf } from './carts.ts'
import type { Client } from './client.ts'
import { payInvoice } from './customers.ts'
import { type Answer, isSale, note, recordSaleOfHash, recordStock } from './tills.ts'
import { noteAudited, outcomeOf } from './trail.ts'
import type { World } from './world.ts'

type Quote = {
  readonly quoteId: string
  readonly paymentHash: string
  readonly amountSat: number
}

/** The invoice of a quote can be paid for ten minutes. */
const lateMs = 11 * 60_000

/**
 * Quotes a cart, whose customer pays at once, late or not at all, and sells it from one till or
 * two. Half of the time somebody refunds or dismisses the payment at the same moment.
 */
export async function quoteAndSell(world: World, client: Client): Promise<void> {
  const { random, cloud } = client
  const mark = `sale ${random.uuid()}`
  const { body } = cartOf(world.shop, random, mark)
  const { items, discountAmount, tipAmount } = body
  const cart = { kind: 'store', items, discountAmount, tipAmount }
  const key = random.chance(0.5) ? { key: random.uuid() } : {}
  const made = await client.send('POST', '/quotes', cart, key)
  if (made?.status !== 201) return
  const quote: Quote = made.body
  const { quoteId, paymentHash } = quote
  const sell = () =>
    recordSaleOfHash(world, paymentHash, () =>
      client.send('POST', '/store/orders/checkout-if-paid', {
        quoteId,
        ticketNotes: mark,
      }),
    )
  const answers: Answer[] = []
  const several = async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      const answer = await sell()
      answers.push(answer)
      if (answer && answer.status !== 202) return
      await cloud.scheduler.sleep(random.below(3_000))
    }
  }
  const trySelling = () =>
    recordStock(world, items, false, async () => {
      await Promise.all(random.chance(0.4) ? [several(), several()] : [several()])
      return answers.find(isSale) ?? answers.find((answer) => answer === undefined)
    })
  if (random.chance(0.1)) await cloud.scheduler.sleep(lateMs)
  const paying = payInvoice(world, client, paymentHash)
  if (random.chance(0.5)) await Promise.all([paying, trySelling()])
  else {
    await paying
    await Promise.all([
      giveBack(world, client, quote),
      random.chance(0.6) && trySelling(),
    ])
  }
  if (random.chance(0.3)) await client.send('GET', `/quotes/${quoteId}`)
  const sold = new Set(answers.filter(isSale).map((answer) => answer?.body.orderId))
  if (sold.size > 1) throw new Error(`quote ${quoteId} was sold ${sold.size} times`)
  note(world, mark, answers, false)
}

/** Pays a quote back, one satoshi too much now and then, or takes it off the unmatched payments. */
async function giveBack(
  world: World,
  client: Client,
  { quoteId, paymentHash, amountSat }: Quote,
): Promise<void> {
  const { random, cloud } = client
  await client.pause()
  if (random.chance(0.3)) {
    const listed = await client.send('GET', '/payments/unmatched')
    if (listed?.status !== 200) return
    const path = `/payments/unmatched/${paymentHash}/dismiss`
    const answer = await client.send('POST', path, { reason: 'Nobody came back' })
    noteAudited(world, 'payment', paymentHash, outcomeOf(answer, false))
    return
  }
  const invoice = cloud.node.invoiceOf({
    paymentHash: random.bytes(32).toString('hex'),
    amountSat: random.chance(0.1) ? amountSat + 1 : amountSat,
    createdAtMs: cloud.scheduler.nowMs,
    expirySeconds: 3_600,
  })
  const path = random.chance(0.5)
    ? `/quotes/${quoteId}/refund`
    : `/payments/unmatched/${paymentHash}/refund`
  const ask = () =>
    client.send(
      'POST',
      path,
      { invoice, reason: 'It took too long' },
      { isRepeatable: true },
    )
  await Promise.all(random.chance(0.3) ? [ask(), ask()] : [ask()])
}
