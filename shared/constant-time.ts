import { createHash, timingSafeEqual } from 'node:crypto'

/** True if two secrets are equal. The time does not depend on where they differ. */
export const sameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(digest(one), digest(other))

const digest = (value: string) => createHash('sha256').update(value).digest()
