import { createdMsOf } from '../../ids.ts'
import { type BaseCurrency, baseCurrencyOf } from './config.ts'

/**
 * Returns the acronym of the shop's currency at a moment, in Unix ms. undefined if it may
 * have been another: releases up to 0.3.1 kept that it changed, but not when.
 */
export function currencyAt(
  base: BaseCurrency | undefined,
  ms: number,
): string | undefined {
  const earlier = base?.earlier?.find(({ untilMs }) => ms < untilMs)
  if (earlier) return earlier.acronym
  const isKnown = base?.earlier !== undefined || !base?.isChanged
  return isKnown ? baseCurrencyOf(base).acronym : undefined
}

/** The acronyms of the currency in which a shop counts, and of that at a moment as `currencyAt` has it. */
export type ShopCurrencies = {
  readonly currency: string
  readonly currencyAt: (ms: number) => string | undefined
}

export const shopCurrencies = (base: BaseCurrency | undefined): ShopCurrencies => ({
  currency: baseCurrencyOf(base).acronym,
  currencyAt: (ms) => currencyAt(base, ms),
})

/**
 * True if a line was ordered while the shop counted in another currency: its price is in
 * that one.
 */
export function isOfOtherCurrency(
  { id }: { readonly id: string },
  { currency, currencyAt: at }: ShopCurrencies,
): boolean {
  const ms = createdMsOf(id)
  return ms !== undefined && (at(ms) ?? currency) !== currency
}

/** Currencies and time of sale that an order keeps. */
type SoldOrder = {
  readonly createdAt: string
  readonly sale?: {
    readonly soldAt?: string
    readonly baseCurrency?: string
    readonly currency?: string
  }
}

/**
 * Returns the acronym of the currency of an order's cents. For an order from before it
 * was kept, in a shop that may have changed its currency since, its payments tell.
 */
export function currencyOfOrder(
  base: BaseCurrency | undefined,
  { createdAt, sale = {} }: SoldOrder,
): string {
  const { baseCurrency, currency, soldAt = createdAt } = sale
  // It has no milliseconds: within the second of a change it counts in the later currency
  const soldMs = Date.parse(soldAt) + 999
  return (
    baseCurrency ??
    currencyAt(base, soldMs) ??
    (currency === bitcoin ? undefined : currency) ??
    baseCurrencyOf(base).acronym
  )
}

/** Tills also name it for payments over Lightning, in any currency of the shop. */
const bitcoin = 'BTC'

/** The history of a shop whose currency changes now. Only the latest changes are kept. */
export function earlierCurrencies(
  base: BaseCurrency | undefined,
  nowMs: number,
): NonNullable<BaseCurrency['earlier']> {
  const acronym = currencyAt(base, nowMs)
  const ended = { untilMs: nowMs, ...(acronym !== undefined && { acronym }) }
  return [...(base?.earlier ?? []), ended].slice(-maxEarlier)
}

const maxEarlier = 200
