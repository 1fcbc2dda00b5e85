import type { Texts } from '../texts/en.ts'

/** The names of an order's payment methods, which the API joins with commas. */
export const methodName = (
  method: string,
  { withoutPayment, methodNames }: Texts,
): string =>
  method === ''
    ? withoutPayment
    : method
        .split(/, ?/)
        .map((name) => methodNames[name] ?? name)
        .join(' + ')
