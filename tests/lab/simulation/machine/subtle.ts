import { createHmac, timingSafeEqual } from 'node:crypto'

type Secret = { readonly bytes: Uint8Array }

/**
 * The part of Web Crypto that tokens need, computed at once: the real one answers from
 * another thread, at a moment that no seed decides.
 */
export const subtle = {
  importKey: async (
    _format: string,
    bytes: Uint8Array,
    algorithm: object,
    extractable: boolean,
    usages: readonly string[],
  ) =>
    Object.create(CryptoKey.prototype, {
      bytes: { value: bytes },
      type: { value: 'secret' },
      extractable: { value: extractable },
      usages: { value: usages },
      algorithm: {
        value: { ...algorithm, hash: { name: 'SHA-256' }, length: bytes.length * 8 },
      },
    }),

  sign: async (_algorithm: unknown, key: Secret, data: Uint8Array) =>
    hmac(key, data).slice(),

  verify: async (
    _algorithm: unknown,
    key: Secret,
    signature: Uint8Array,
    data: Uint8Array,
  ) => {
    const expected = hmac(key, data)
    return signature.length === expected.length && timingSafeEqual(signature, expected)
  },
}

const signatures = new Map<string, Uint8Array>()

/** The real signature, once for equal input, as all seeds begin with the same sessions. */
function hmac({ bytes }: Secret, data: Uint8Array): Uint8Array {
  const name = `${Buffer.from(bytes).toString('latin1')}\n${Buffer.from(data).toString('latin1')}`
  const signature =
    signatures.get(name) ??
    new Uint8Array(createHmac('sha256', bytes).update(data).digest())
  signatures.set(name, signature)
  return signature
}
