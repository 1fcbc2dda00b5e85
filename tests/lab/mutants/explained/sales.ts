import type { Explanation } from './explanation.ts'

const forTypes = 'The text always has this part: the default is for the type checker'

/** `planSale` has refused a cart with products that are not there. */
const soldBefore = 'A product that is not there is refused before'

const itsLine = 'Each item has its line of the sums'

const onlyRunning = 'Records are compared with `running` alone'

const wholeHash = 'A hash has 64 digits, all of which the pattern takes'

/** Money, the sale and idempotency. */
export const ofSales: readonly Explanation[] = [
  {
    file: 'shared/money/decimal.ts',
    line: 'String(cents < 0 ? -cents : cents)',
    to: 'cents <= 0',
    why: '-0 prints as 0',
  },
  {
    file: 'shared/money/decimal.ts',
    line: 'shift >= 0 ?',
    to: 'shift > 0',
    why: 'Nothing is rounded where no digit is dropped',
  },
  {
    file: 'shared/money/decimal.ts',
    line: 'value < 0 ? -magnitude',
    to: 'value <= 0',
    why: 'A bigint has no -0',
  },
  { file: 'shared/money/decimal.ts', line: "[mantissa = '', exponent]", why: forTypes },
  { file: 'shared/money/decimal.ts', line: "[whole = '', fraction = '']", why: forTypes },
  {
    file: 'shared/checkout/checkout.ts',
    line: 'if (paymentHash === null) throw',
    why: 'The schema of the request refuses it before; the line narrows the type',
  },
  {
    file: 'shared/checkout/checkout.ts',
    line: 'tenders.find(({ lightning }) => lightning?.paymentHash)?.amountCents ?? 0',
    why: 'Called for a sale with a payment hash, which one of its tenders has',
  },
  {
    file: 'shared/checkout/sale-plan.ts',
    line: 'products.get(productId)?.priceCents',
    why: soldBefore,
  },
  {
    file: 'shared/checkout/sale-plan.ts',
    line: "productName: product?.name ?? ''",
    to: 'product.name',
    why: soldBefore,
  },
  {
    file: 'shared/checkout/sale-plan.ts',
    line: "productName: product?.name ?? ''",
    to: '"Stryker was here!"',
    why: soldBefore,
  },
  {
    file: 'shared/checkout/sale-plan.ts',
    line: 'line?.paidCents',
    to: 'line.paidCents',
    why: itsLine,
  },
  {
    file: 'shared/checkout/sale-plan.ts',
    line: 'line?.discountCents',
    to: 'line.discountCents',
    why: itsLine,
  },
  {
    file: 'shared/checkout/sale-plan.ts',
    line: 'line?.taxCents',
    to: 'line.taxCents',
    why: itsLine,
  },
  {
    file: 'shared/checkout/sale-plan.ts',
    line: '(product?.components ?? [])',
    to: 'product.components',
    why: soldBefore,
  },
  {
    file: 'shared/checkout/sale.ts',
    line: 'error instanceof BundleChanged',
    to: 'true',
    why: 'What was read is only read again, before the next attempt or the refusal',
  },
  {
    file: 'shared/checkout/sale.ts',
    line: "paymentId: main?.id ?? ''",
    why: 'A sale has a payment, if only of 0',
  },
  {
    file: 'shared/dynamodb/transact.ts',
    line: 'const backoff = {',
    why: 'Only the pauses between attempts change, which are random',
  },
  {
    file: 'shared/dynamodb/transact.ts',
    line: 'attempt += 1',
    why: 'Only the pauses between attempts change, which are random',
  },
  {
    file: 'shared/dynamodb/transact.ts',
    line: 'CancellationReasons ?? []',
    why: 'The engine gives a reason for each write; the default is for the type checker',
  },
  {
    file: 'shared/dynamodb/transact.ts',
    line: "Message = ''",
    why: 'Neither text speaks of a size',
  },
  {
    file: 'shared/dynamodb/transact.ts',
    line: 'writes[index]?.onConditionFailed',
    to: 'writes[index].onConditionFailed',
    why: 'The engine gives a reason for each write',
  },
  {
    file: 'shared/sales/sale-sums.ts',
    line: '?? { tax, at: [] }',
    to: '["Stryker was here"]',
    why: 'A place that no line has takes part with 0',
  },
  {
    file: 'shared/http/idempotency/held-key.ts',
    line: "state: 'answered'",
    to: '""',
    why: onlyRunning,
  },
  {
    file: 'shared/http/idempotency/response-record.ts',
    line: "state: 'answered', status",
    to: '""',
    why: onlyRunning,
  },
  {
    file: 'shared/http/idempotency/repeatable-id.ts',
    line: '/^(.{8})(.{4})',
    to: '/(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/',
    why: wholeHash,
  },
  {
    file: 'shared/http/idempotency/repeatable-id.ts',
    line: '/^(.{8})(.{4})',
    to: '/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/',
    why: wholeHash,
  },
  {
    file: 'shared/http/idempotency/keyed-request.ts',
    line: 'if (request) request.isStored',
    to: 'true',
    why: 'Called for writes that a request with a key alone has',
  },
  {
    file: 'shared/http/pipeline/idempotency.ts',
    line: 'keyed.isStored = true',
    to: 'false',
    why: 'Nobody asks after that',
  },
  {
    file: 'shared/http/pipeline/idempotency.ts',
    line: 'response !== undefined && (',
    to: 'true',
    why: 'The step before has made a response; the line narrows the type',
  },
  {
    file: 'shared/http/pipeline/idempotency.ts',
    line: "super('the Idempotency-Key is in use')",
    why: 'Nobody sees the text of an error that is caught',
  },
]
