import { expectTypeOf, it } from 'vitest'
import type { ReceivedPayment } from '../../shared/client/api.ts'
import { connect } from '../../shared/client/connect.ts'

// The type checker reads this file; the calls never run.
const pos = connect({ baseUrl: 'http://127.0.0.1:9' })

const tea = {
  name: 'Green tea',
  costCents: 120,
  priceCents: 250,
  quantity: 5,
  minStockThreshold: 0,
  maxStockThreshold: 0,
}

it('inputs have the fields that the declaration reads, and no others', () => {
  const calls = () => [
    pos.products.create({ body: { ...tea, SKU: null }, idempotencyKey: 'key' }),
    // @ts-expect-error a required field is missing
    pos.products.create({ body: { name: 'Green tea' } }),
    // @ts-expect-error a field is unknown
    pos.products.create({ body: { ...tea, colour: 'green' } }),
    // @ts-expect-error a field has another type
    pos.products.create({ body: { ...tea, priceCents: '250' } }),
    // @ts-expect-error the body is missing
    pos.products.create(),
    // @ts-expect-error the path's parameter is missing
    pos.products.one(),
    // @ts-expect-error the path has another parameter
    pos.products.one({ params: { productId: '1' } }),
    pos.orders.withPayments({ query: { startDate: '2026-11-22' } }),
    // @ts-expect-error the query's parameter is unknown
    pos.orders.withPayments({ query: { since: '2026-11-22' } }),
    // @ts-expect-error reads take no key
    pos.products.list({ idempotencyKey: 'key' }),
    // @ts-expect-error a polled POST takes no key
    pos.storeOrders.checkoutIfPaid({ body: { ...({} as never) }, idempotencyKey: 'key' }),
    // @ts-expect-error the agent's own calls are not in the client
    pos.agents.report,
    pos.shifts.close({ params: { id: '1' } }),
    pos.uploads.upload({ body: { files: [new File([], 'tea.png')] } }),
  ]
  expectTypeOf(calls).returns.toBeArray()
})

type Product = {
  id: string
  SKU: string | null
  name: string
  description: string | null
  imageUrl: string | null
  costCents: number
  categoryIds: string[]
  quantity: number
  minStockThreshold: number
  maxStockThreshold: number
  priceCents: number
  taxId: string | null
  isBundle: boolean
  bundleComponents: {
    componentId: string
    quantity: number
    variantId?: string | undefined
  }[]
  bundleCostCents: number
  maxPriceCents: number
  trackStock: boolean
  stockPolicy: 'exact' | 'afterwards'
  isAvailable: boolean
  barcodes: string[]
  modifierGroupIds: string[]
  hasVariants: boolean
  options: ProductOption[]
  variants: ProductVariant[]
  version: number
}

type ProductOption = {
  id: string
  productId: string
  name: string
  displayOrder: number
  values: { id: string; optionTypeId: string; value: string; displayOrder: number }[]
}

type ProductVariant = {
  id: string
  productId: string
  SKU: string | null
  barcodes: string[]
  priceCents: number
  costCents: number
  quantity: number
  isActive: boolean
  imageUrl: string | null
  optionValueIds: string[]
}

it('outputs are what the reply sends, or one of its alternatives', () => {
  const sold = pos.storeOrders.checkout
  type Sold = Awaited<ReturnType<typeof sold>>
  expectTypeOf(pos.products.one).returns.resolves.toEqualTypeOf<Product>()
  expectTypeOf(pos.products.list).returns.resolves.toEqualTypeOf<Product[]>()
  expectTypeOf(pos.products.list.pages).returns.toEqualTypeOf<AsyncGenerator<Product[]>>()
  expectTypeOf(pos.products.create).returns.resolves.toEqualTypeOf<{
    id: string
    message: 'Product added successfully'
  }>()
  expectTypeOf(pos.products.remove).returns.resolves.toEqualTypeOf<undefined>()
  expectTypeOf<Exclude<Sold, { orderId: string }>['status']>().toEqualTypeOf<'pending'>()
  expectTypeOf(pos.wallet.export).returns.resolves.toEqualTypeOf<string>()
  expectTypeOf(pos.uploads.show).returns.resolves.toEqualTypeOf<Blob>()
  expectTypeOf(pos.payments.watch).returns.toEqualTypeOf<
    AsyncGenerator<ReceivedPayment>
  >()
})

it('failures narrow by code to their status, and by status to their codes', () => {
  const read = (error: unknown) => {
    if (!pos.products.create.failed(error)) return
    if (error.code === 'already_exists') expectTypeOf(error.status).toEqualTypeOf<409>()
    if (error.code === 'unreachable') expectTypeOf(error.status).toEqualTypeOf<0>()
    // @ts-expect-error the endpoint declares no such failure
    if (error.code === 'table_not_found') return
    if (error.status === 422 && error.code !== 'unexpected') {
      expectTypeOf(error.code).toEqualTypeOf<'idempotency_key_reused'>()
    }
  }
  expectTypeOf(read).parameter(0).toBeUnknown()
})
