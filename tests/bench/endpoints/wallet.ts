import { join } from 'node:path'
import { encodeOffer } from '../../../infra/local/lightning-node/offers.ts'
import { startLightningNode } from '../../../infra/local/lightning-node/start.ts'
import { Client } from '../../support/client.ts'
import { type BenchShop, benchWebhookSecret, walletPassword } from '../bench-shop.ts'

/** A reusable offer of another node. */
const offer = encodeOffer({
  amountSat: null,
  description: null,
  issuer: `02${'ab'.repeat(32)}`,
})

const address = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'

/** Calls every operation of the wallet, whose node is reached directly. */
export async function callWallet(
  client: Client,
  shop: BenchShop,
  dataDir: string,
): Promise<void> {
  const node = await startLightningNode({
    port: 0,
    dataDir: join(dataDir, 'node'),
    // A closed port: a notification would count as the request's.
    webhookUrl: 'http://127.0.0.1:9/',
    webhookSecret: benchWebhookSecret,
    password: shop.nodePassword,
    limitedPassword: 'limited',
    channel: { balanceSat: 1_000_000, capacitySat: 10_000_000_000 },
  })
  process.env.NODE_URL = node.url
  process.env.RATE_SIMULATOR_URL = `${node.url}/_simulator/rate`
  process.env.CARD_SIMULATOR_URL = `${node.url}/_simulator/card`
  try {
    await callWith(client, new Client(node.url))
  } finally {
    delete process.env.NODE_URL
    delete process.env.RATE_SIMULATOR_URL
    delete process.env.CARD_SIMULATOR_URL
    await node.close()
  }
}

async function callWith(client: Client, control: Client): Promise<void> {
  const strangersInvoice = async (): Promise<string> =>
    (await control.post('/_simulator/invoice', { amountSat: 250, description: 'beans' }))
      .body.serialized
  await client.post('/wallet/auth', { password: walletPassword })
  await client.post('/wallet/password', {
    currentPassword: walletPassword,
    newPassword: walletPassword,
  })
  const { body: info } = await client.get('/wallet/getinfo')
  await client.get('/wallet/getbalance')
  await client.get('/wallet/health')
  await client.get('/wallet/seed')
  await client.get('/wallet/webhook-secret')
  const terms = { description: 'Tea', amountSat: 4_200, externalId: 'till-1' }
  const { body: invoice } = await client.post('/wallet/createinvoice', terms)
  await client.post('/wallet/invoice', { ...terms, externalId: 'till-2' })
  await client.post('/wallet/decodeinvoice', { invoice: invoice.serialized })
  await control.post('/_simulator/pay', { invoice: invoice.serialized })
  await client.get('/wallet/payments/incoming')
  await client.get(`/wallet/payments/incoming/${invoice.paymentHash}`)
  const { body: paid } = await client.post('/wallet/payinvoice', {
    invoice: await strangersInvoice(),
  })
  await callQuotes(client, control)
  await client.get('/wallet/payments/outgoing')
  await client.get(`/wallet/payments/outgoing/${paid.paymentId}`)
  await client.get(`/wallet/payments/outgoingbyhash/${paid.paymentHash}`)
  await client.post('/wallet/payoffer', { offer, amountSat: 1_000 })
  await client.post('/wallet/payonchain', {
    amountSat: 1_000,
    address,
    feerateSatByte: 2,
  })
  await client.post('/wallet/bumpfee', 7)
  await client.post('/wallet/export', {})
  const [{ channelId }] = info.channels
  await client.post('/wallet/closechannel', { channelId, address, feerateSatByte: 2 })
  await client.post('/wallet/logout')
}

/** Sells a quote, charges a card for another, and pays back a third and a payment that no sale knows. */
async function callQuotes(client: Client, control: Client): Promise<void> {
  const unpaid = async () => {
    const items = [{ name: 'Alteration', priceAtOrder: 1_250, quantity: 1 }]
    return (await client.post('/quotes', { kind: 'store', items })).body
  }
  const quote = async () => {
    const body = await unpaid()
    await control.post('/_simulator/pay', { paymentHash: body.paymentHash })
    return body
  }
  const invoiceOf = async (amountSat: number) =>
    (await control.post('/_simulator/invoice', { amountSat })).body.serialized
  const card = (await control.post('/_simulator/card', { neverPays: true })).body
  const { lnurl } = (await control.post('/_simulator/tap', card)).body
  // The rate is kept from here on
  await client.get('/rates')
  await client.post(`/quotes/${(await unpaid()).quoteId}/charge`, { lnurl })
  const { quoteId: sold } = await quote()
  await client.get(`/quotes/${sold}`)
  await client.post('/store/orders/checkout-if-paid', { quoteId: sold })
  const { quoteId, amountSat } = await quote()
  await client.post(`/quotes/${quoteId}/refund`, { invoice: await invoiceOf(amountSat) })
  const terms = { description: 'Tea', amountSat: 900 }
  const { body } = await client.post('/wallet/createinvoice', terms)
  await control.post('/_simulator/pay', { paymentHash: body.paymentHash })
  await client.post(`/payments/unmatched/${body.paymentHash}/refund`, {
    invoice: await invoiceOf(900),
  })
}
