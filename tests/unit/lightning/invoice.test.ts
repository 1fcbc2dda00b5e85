import * as bolt11 from 'bolt11'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeInvoice, maxSat } from '../../../infra/local/lightning-node/invoices.ts'
import { decodeInvoice } from '../../../shared/lightning/node/invoice.ts'

// From the examples of BOLT 11
const donation =
  'lnbc1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6twvus8g6rfwvs8qun0dfjkxaq9qrsgq357wnc5r2ueh7ck6q93dj32dlqnls087fxdwk8qakdyafkq3yap9us6v52vjjsrvywa6rt52cm9r9zqt8r2t7mlcwspyetp5h2tztugp9lfyql'
const coffee =
  'lnbc2500u1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpu9qrsgquk0rl77nj30yxdy8j9vdx85fkpmdla2087ne0xh8nhedh8w27kyke0lp53ut353s06fv3qfegext0eh0ymjpf39tuven09sam30g4vgpfna3rh'
const hashed =
  'lnbc20m1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqhp58yjmdan79s6qqdhdzgynm4zwqd5d7xmw5fk98klysy043l2ahrqs9qrsgq7ea976txfraylvgzuxs8kgcw23ezlrszfnh8r6qtfpr6cxga50aj6txm9rxrydzd06dfeawfk6swupvz4erwnyutnjq7x39ymw6j38gp7ynn44'
const splitSatoshi =
  'lnbc9678785340p1pwmna7lpp5gc3xfm08u9qy06djf8dfflhugl6p7lgza6dsjxq454gxhj9t7a0sd8dgfkx7cmtwd68yetpd5s9xar0wfjn5gpc8qhrsdfq24f5ggrxdaezqsnvda3kkum5wfjkzmfqf3jkgem9wgsyuctwdus9xgrcyqcjcgpzgfskx6eqf9hzqnteypzxz7fzypfhg6trddjhygrcyqezcgpzfysywmm5ypxxjemgw3hxjmn8yptk7untd9hxwg3q2d6xjcmtv4ezq7pqxgsxzmnyyqcjqmt0wfjjq6t5v4khxsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygsxqyjw5qcqp2rzjq0gxwkzc8w6323m55m4jyxcjwmy7stt9hwkwe2qxmy8zpsgg7jcuwz87fcqqeuqqqyqqqqlgqqqqn3qq9q9qrsgqrvgkpnmps664wgkp43l22qsgdw4ve24aca4nymnxddlnp8vh9v2sdxlu5ywdxefsfvm0fq3sesf08uf6q9a2ke0hc9j6z6wlxg5z5kqpu2v9wz'
const paymentHash = '0001020304050607080900010203040506070809000102030405060708090102'

test('decodes an invoice with an amount', () => {
  expect(decodeInvoice(coffee)).toEqual({
    amountSat: 250_000,
    description: '1 cup coffee',
    paymentHash,
  })
})

test('decodes an invoice without an amount', () => {
  expect(decodeInvoice(donation)).toEqual({
    amountSat: null,
    description: 'Please consider supporting this project',
    paymentHash,
  })
})

test('decodes an invoice with the hash of its description', () => {
  expect(decodeInvoice(hashed)).toEqual({
    amountSat: 2_000_000,
    description: null,
    paymentHash,
  })
})

test('rounds down to whole satoshis', () => {
  expect(decodeInvoice(splitSatoshi)?.amountSat).toBe(967_878)
})

test('decodes upper case, as QR codes have it', () => {
  expect(decodeInvoice(coffee.toUpperCase())).toEqual(decodeInvoice(coffee))
})

test('uses the first of two payment hashes', () => {
  const hashes = ['11'.repeat(32), '22'.repeat(32)]
  const tags = hashes.map((data) => ({ tagName: 'payment_hash', data }))
  const text = { tagName: 'description', data: '' }
  const secret = { tagName: 'payment_secret', data: '33'.repeat(32) }
  const unsigned = bolt11.encode({ tags: [...tags, text, secret] })
  const { paymentRequest = '' } = bolt11.sign(unsigned, '44'.repeat(32))
  expect(decodeInvoice(paymentRequest)?.paymentHash).toBe(hashes[0])
})

test('rejects an invoice with one changed letter', () => {
  const letters = '023456789acdefghjklmnpqrstuvwxyz'
  fc.assert(
    fc.property(
      fc.nat({ max: coffee.length - 1 }),
      fc.constantFrom(...Array.from(letters)),
      (at, letter) => {
        fc.pre(coffee[at] !== letter)
        expect(
          decodeInvoice(coffee.slice(0, at) + letter + coffee.slice(at + 1)),
        ).toBeUndefined()
      },
    ),
  )
})

test('returns undefined for other text without throwing', () => {
  const nearly = fc.string().map((rest) => `lnbc1${rest}`)
  const cut = fc.nat({ max: coffee.length - 1 }).map((length) => coffee.slice(0, length))
  fc.assert(
    fc.property(fc.oneof(fc.string(), nearly, cut), (text) => {
      expect(decodeInvoice(text)).toBeUndefined()
    }),
  )
})

test('rejects a megabyte of text without reading it again and again', () => {
  const begun = process.cpuUsage()
  expect(decodeInvoice(`lnbc1${'q'.repeat(1_000_000)}`)).toBeUndefined()
  const { user } = process.cpuUsage(begun)
  // In microseconds of a processor, which other processes take nothing from
  expect(user).toBeLessThan(1_000_000)
})

test('decodes every invoice that the simulated node creates', () => {
  const terms = fc.record({
    amountSat: fc.option(fc.integer({ min: 1, max: maxSat })),
    text: fc.string({ maxLength: 128, unit: 'grapheme' }),
  })
  fc.assert(
    fc.property(terms, ({ amountSat, text }) => {
      fc.pre(text.length <= 128)
      const made = makeInvoice('11'.repeat(32), {
        amountSat,
        description: { text },
        expirySeconds: 60,
        createdAtMs: 1_700_000_000_000,
      })
      const expected = { amountSat, description: text, paymentHash: made.paymentHash }
      expect(decodeInvoice(made.invoice)).toEqual(expected)
    }),
    { numRuns: 40 },
  )
})
