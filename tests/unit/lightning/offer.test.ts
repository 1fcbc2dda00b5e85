import { describe, expect, it } from 'vitest'
import { encodeOffer } from '../../../infra/local/lightning-node/offers.ts'
import { maxPaymentCodeLength } from '../../../shared/lightning/node/limits.ts'
import { isOfChain, offerChains } from '../../../shared/lightning/node/offer.ts'

// A test vector of BOLT 12: of mainnet, as it names no chain
const ofMainnet =
  'lno1pqps7sjqpgtyzm3qv4uxzmtsd3jjqer9wd3hy6tsw35k7msjzfpy7nz5yqcnygrfdej82um5wf5k2uckyypwa3eyt44h6txtxquqh7lz5djge4afgfjn7k4rgrkuag0jsd5xvxg'

const issuer = `02${'ab'.repeat(32)}`
const ofTestnet = encodeOffer({ amountSat: 5, description: 'Tips', issuer })

describe('an offer', () => {
  const chains = (text: string) => offerChains(text) ?? []

  it('is of the chains that it names, and of mainnet where it names none', () => {
    expect(isOfChain(chains(ofMainnet), 'mainnet')).toBe(true)
    expect(isOfChain(chains(ofMainnet), 'testnet3')).toBe(false)
    expect(isOfChain(chains(ofTestnet), 'testnet3')).toBe(true)
    expect(isOfChain(chains(ofTestnet), 'testnet')).toBe(true)
    expect(isOfChain(chains(ofTestnet), 'mainnet')).toBe(false)
    // The node knows a network that is not known here
    expect(isOfChain(chains(ofTestnet), 'mutinynet')).toBe(true)
  })

  it('reads the same in capitals, and in parts that are joined by +', () => {
    expect(offerChains(ofMainnet.toUpperCase())).toEqual(offerChains(ofMainnet))
    const parts = `${ofMainnet.slice(0, 30)}+\n  ${ofMainnet.slice(30)}`
    expect(offerChains(parts)).toEqual(offerChains(ofMainnet))
  })

  it.each([
    ['nothing', ''],
    ['an invoice', 'lnbc1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqf'],
    ['letters of both cases', `L${ofMainnet.slice(1)}`],
    ['a letter that bech32 has not', `${ofMainnet.slice(0, 20)}b${ofMainnet.slice(21)}`],
    ['a part of one', ofMainnet.slice(0, -12)],
    ['nobody to ask', encodeOffer({ amountSat: 5, description: 'Tips', issuer: null })],
    ['more than a QR code holds', `lno1${'q'.repeat(maxPaymentCodeLength)}`],
  ])('is none: %s', (_what, text) => {
    expect(offerChains(text)).toBeUndefined()
  })
})
