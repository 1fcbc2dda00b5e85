import { type FanOut, fanOut } from '../../shared/payments-feed/fan-out.ts'

/** Finishes a fan-out, however long it takes. */
export async function handler(rest: FanOut): Promise<void> {
  await fanOut(rest)
}
