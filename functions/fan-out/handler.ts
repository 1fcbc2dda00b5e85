import { type FanOut, fanOut } from '../../shared/payments-feed/fan-out.ts'

/** Finishes a fan-out, without a deadline. */
export async function handler(rest: FanOut): Promise<void> {
  await fanOut(rest)
}
