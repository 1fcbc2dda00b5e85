import { expect } from 'vitest'
import { Relay } from './relay.ts'
import type { Shop } from './shop.ts'

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

type Product = { id: string; SKU: string | null; name: string; priceCents: number }
type Shift = { id: string; shiftDate: string; startTime: string }
type Method = { id: string; name: string }

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** The pages of the existing clients: the requests they send and how they read the answers. */
export function openPage(shop: Shop) {
  const relay = new Relay(shop.url)
  let shift: Shift | undefined

  const read = async (path: string) => {
    const { status, body } = await relay.get(path)
    expect([status, path]).toEqual([200, path])
    return body
  }

  const product = async (name: string) =>
    (await read('/products')).find((each: Product) => each.name === name)

  const methods = async () => {
    const found = new Map<string, string>()
    for (const { id, name } of (await read('/payments/methods')) as Method[]) {
      if (/btc/i.test(name)) found.set('btc', id)
      if (/cash|efectivo/i.test(name)) found.set('cash', id)
      if (/credit/i.test(name)) found.set('credit', id)
    }
    return found
  }

  return {
    relay,
    read,
    product,

    /** Uploads a picture and returns its address as the settings page reads it. */
    uploadPicture: async (): Promise<string> => {
      const form = new FormData()
      form.append('files', new File([Buffer.from(pixel, 'base64')], 'logo.png'))
      const { status, body } = await relay.post('/uploads', form)
      expect(status).toBe(201)
      const [{ url, path }] = body.uploads
      return url ?? path
    },

    /** Opens a shift at the time of the till's clock. */
    openShift: async (initialAmount: number): Promise<Shift> => {
      const now = new Date()
      const input = {
        userId: shop.ownerId,
        shiftDate: [now.getFullYear(), now.getMonth() + 1, now.getDate()]
          .map(twoDigits)
          .join('-'),
        startTime: [now.getHours(), now.getMinutes(), now.getSeconds()]
          .map(twoDigits)
          .join(':'),
        notes: '',
        initialAmount,
      }
      const { status, body } = await relay.post('/shifts', input)
      expect(status).toBe(201)
      shift = { ...input, id: body.id }
      return shift
    },

    /** Creates a product with a stock of ten. */
    createProduct: async (fields: Omit<Product, 'id'>) => {
      const input = {
        ...fields,
        SKU: fields.SKU?.trim() ?? null,
        description: null,
        imageUrl: null,
        costCents: fields.priceCents,
        categoryIds: [],
        quantity: 10,
        minStockThreshold: 0,
        maxStockThreshold: 0,
      }
      const { status, body } = await relay.post('/products', input)
      expect(status).toBe(201)
      return { ...input, id: body.id as string }
    },

    /** Checks out a cart; an answer without orderId is a failure. */
    checkout: async (
      tender: string,
      cart: [name: string, quantity: number][],
      {
        discountCents = 0,
        ...lightning
      }: { discountCents?: number; [field: string]: unknown } = {},
    ) => {
      const products = await Promise.all(cart.map(([name]) => product(name)))
      const items = cart.map(([, quantity], at) => ({
        productId: products[at].id,
        quantity,
        priceAtOrder: products[at].priceCents,
      }))
      const cents = items.reduce(
        (sum, { quantity, priceAtOrder }) => sum + quantity * priceAtOrder,
        -discountCents,
      )
      const { body } = await relay.post('/store/orders/checkout', {
        userId: shop.ownerId,
        items,
        paymentMethodId: (await methods()).get(tender),
        currencyId: (await read('/base-currency')).currencyId,
        amount: cents / 100,
        transactionId: '',
        ticketNotes: '',
        ...lightning,
      })
      return body
    },

    createInvoice: async (amountSat: number) => {
      const { status, body } = await relay.post('/wallet/invoice', {
        description: 'Order',
        amountSat,
        exchangeRate: 100_000,
        exchangeRateCurrency: 'usd',
        fiatAmount: amountSat / 1_000,
      })
      expect(status).toBe(200)
      return body as { serialized: string; paymentHash: string }
    },

    /** Prints a receipt if a CUSTOMER printer is configured. */
    print: async (ticketId: string, changes: object = {}): Promise<string> => {
      const configs: { printerType: string; enabled: boolean }[] =
        await read('/printers/configs')
      const hasPrinter = configs.some(
        (each) => each.printerType === 'CUSTOMER' && each.enabled,
      )
      if (!hasPrinter) return 'no printer'
      const { body } = await relay.post('/printers/print', {
        templateName: null,
        printerType: 'CUSTOMER',
        broadcast: false,
        ticketData: {
          ticketId,
          tableName: '',
          roomName: '',
          date: new Date().toISOString(),
          items: [{ quantity: 2, name: 'Espresso', price: 3 }],
          total: 5,
        },
        ...changes,
      })
      return body
    },

    /** Cents taken since the shift opened, summed from tickets and their payments. */
    shiftTotals: async () => {
      const openedAtMs = new Date(`${shift?.shiftDate}T${shift?.startTime}`).getTime()
      const [tickets, payments, methodIds] = [
        await read('/tickets'),
        await read('/payments'),
        await methods(),
      ]
      const totals = { cash: 0, lightning: 0, card: 0 }
      for (const { id, ticketDate, totalAmount } of tickets) {
        if (Date.parse(`${ticketDate.replace(' ', 'T')}Z`) < openedAtMs) continue
        const links = await read(`/payments/ticket-payments/by-ticket/${id}`)
        const { paymentId } = links[0]
        const paid = payments.find((each: { id: string }) => each.id === paymentId)
        const tender =
          paid.methodId === methodIds.get('btc')
            ? 'lightning'
            : paid.methodId === methodIds.get('cash')
              ? 'cash'
              : 'card'
        totals[tender] += Math.round(totalAmount * 100)
      }
      return totals
    },
  }
}

export type Page = ReturnType<typeof openPage>
