import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { listen } from '../local-server.ts'
import { cart, type Product, sold } from './sales.ts'
import { type Demo, expectFields, result, step, waitFor } from './steps.ts'

/**
 * Sells a coffee, whose event is sent to a program on this machine. Says so where a running system
 * allows no such program.
 */
export async function tellOfSale(demo: Demo, coffee: Product): Promise<void> {
  const { pos } = demo
  let told: { body: string; headers: Record<string, string> } | undefined
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      response.writeHead(204).end()
      told = { body, headers: request.headers as Record<string, string> }
    })
  })
  const { url, close } = await listen(server, 0)
  try {
    const { create, remove } = pos.webhooks
    const made = await create({ body: { url, events: ['sale.completed'] } }).catch(
      (error: unknown) => {
        if (create.failed(error) && error.code === 'invalid') return undefined
        throw error
      },
    )
    if (!made) {
      step('Sending sales to another program')
      result('left out: start the system with POS_LOCAL_RECEIVERS=true to see it')
      return
    }
    step('Selling a coffee while sales are sent to another program')
    const body = await cart(demo, 'Cash', [[1, coffee]])
    const { orderId } = sold(await pos.storeOrders.checkout({ body }))
    const delivery = await waitFor('the event', () => told)
    const event = new Webhook(made.secret).verify(delivery.body, delivery.headers)
    expectFields(event, { type: 'sale.completed', data: { id: orderId, total: 220 } })
    result(`POST ${url}, signed: sale.completed, order ${orderId}`)
    await remove({ params: { id: made.id } })
  } finally {
    await close()
  }
}
