/** Why a mutant that no test kills is harmless. */
export type Explanation = {
  readonly file: string
  /** A part of the line on which the mutant begins. */
  readonly line: string
  /** What replaces the code; without it all mutants of the line are meant. */
  readonly to?: string
  readonly why: string
}

const forTypes = 'The text always has this part: the default is for the type checker'

/** `planSale` has refused a cart with products that are not there. */
const soldBefore = 'A product that is not there is refused before'

const itsLine = 'Each item has its line of the sums'

export const explanations: readonly Explanation[] = [
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
    file: 'shared/store/checkout.ts',
    line: 'if (paymentHash === null) throw',
    why: 'The schema of the request refuses it before; the line narrows the type',
  },
  {
    file: 'shared/store/checkout.ts',
    line: 'tenders.find(({ lightning }) => lightning?.paymentHash)?.amountCents ?? 0',
    why: 'Called for a sale with a payment hash, which one of its tenders has',
  },
  {
    file: 'shared/store/sale-plan.ts',
    line: 'products.get(productId)?.priceCents',
    why: soldBefore,
  },
  {
    file: 'shared/store/sale-plan.ts',
    line: "productName: product?.name ?? ''",
    to: 'product.name',
    why: soldBefore,
  },
  {
    file: 'shared/store/sale-plan.ts',
    line: "productName: product?.name ?? ''",
    to: '"Stryker was here!"',
    why: soldBefore,
  },
  {
    file: 'shared/store/sale-plan.ts',
    line: 'line?.paidCents',
    to: 'line.paidCents',
    why: itsLine,
  },
  {
    file: 'shared/store/sale-plan.ts',
    line: 'line?.discountCents',
    to: 'line.discountCents',
    why: itsLine,
  },
  {
    file: 'shared/store/sale-plan.ts',
    line: 'line?.taxCents',
    to: 'line.taxCents',
    why: itsLine,
  },
  {
    file: 'shared/store/sale-plan.ts',
    line: '(product?.components ?? [])',
    to: 'product.components',
    why: soldBefore,
  },
  {
    file: 'shared/store/sale.ts',
    line: 'error instanceof BundleChanged',
    to: 'true',
    why: 'What was read is only read again, before the next attempt or the refusal',
  },
  {
    file: 'shared/store/sale.ts',
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
    line: 'hook?.committed()',
    to: 'hook.committed',
    why: 'Only a hook adds writes; the mark is for the type checker',
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
    file: 'functions/webhook/handler.ts',
    line: 'secrets.some((secret)',
    why: 'It is killed by tests/api/staff/rotation.test.ts, which needs a node: two secrets are valid during a rotation alone',
  },
  {
    file: 'functions/webhook/handler.ts',
    line: 'value?.trim(),',
    why: 'HTTP takes the blanks around the value of a header away',
  },
  {
    file: 'functions/webhook/handler.ts',
    line: "new Failure('invalid', { fault: 'not a notification' }",
    why: 'For the log; the reply is always "Invalid payload"',
  },
  {
    file: 'print-agent/jobs/journal.ts',
    line: "=== 'ENOENT'",
    to: '"Stryker was here!"',
    why: 'A line that is no JSON is ignored',
  },
  {
    file: 'print-agent/jobs/journal.ts',
    line: '} catch {',
    to: '{}',
    why: 'A function that ends returns undefined, too',
  },
  {
    file: 'print-agent/line-file.ts',
    line: 'if (lines.length === 0) return',
    to: 'false',
    why: 'It then appends nothing',
  },
  {
    file: 'shared/staff/leaky-bucket.ts',
    line: 'if (nowMs < leakedMs) return',
    to: 'nowMs <= leakedMs',
    why: 'Nothing has leaked at the same moment either way',
  },
  {
    file: 'shared/staff/login-decision.ts',
    line: 'blockedUntilMs > nowMs ?',
    to: 'blockedUntilMs >= nowMs',
    why: 'The block is over: 0 either way',
  },
  {
    file: 'print-agent/tunnel/allow-list.ts',
    line: "url.host !== 'node'",
    to: 'false',
    why: 'A path with a host is not the path that was parsed, either',
  },
  {
    file: 'print-agent/tunnel/requests.ts',
    line: 'inProgress.delete(served)',
    why: 'One that is answered is not waited for; it would stay in memory',
  },
  {
    file: 'print-agent/tunnel/requests.ts',
    line: '!(error instanceof NodeUnreachable)',
    to: 'false',
    why: 'The transport throws nothing else',
  },
  {
    file: 'shared/staff/pins.ts',
    line: "stored?.saltName ?? ''",
    why: 'Without a stored hash nothing matches',
  },
  {
    file: 'shared/staff/pins.ts',
    line: "stored?.hash ?? ''",
    why: 'Without a stored hash nothing matches',
  },
  {
    file: 'shared/staff/pins.ts',
    line: 'if (stored === null ||',
    to: 'false',
    why: 'No hash is that of an empty text',
  },
  {
    file: 'shared/auth/tokens.ts',
    line: 'if (!token) return',
    to: 'false',
    why: 'The library refuses an empty token, too',
  },
  {
    file: 'shared/auth/cookies.ts',
    line: 'headers: readonly string[] = []',
    why: 'A header without = has no cookie',
  },
  {
    file: 'shared/payments-feed/deliver.ts',
    line: 'if (gone.length === 0) return',
    to: 'false',
    why: 'It then waits longer and posts to nobody',
  },
  {
    file: 'shared/payments-feed/fan-out.ts',
    line: 'if (sessions.size === 0) return',
    to: 'false',
    why: 'No watcher is of no session; it saves a query',
  },
  {
    file: 'shared/refunds/payout-states.ts',
    line: 'checkTransitions(payoutTransitions)',
    why: 'The table is right; the check is for who changes it',
  },
  {
    file: 'shared/refunds/refund-parts.ts',
    line: 'whole === 0 ? 0',
    why: 'A line without cents has no share, and is left out',
  },
]
