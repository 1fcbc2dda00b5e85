/** 60 x 40 pixels: the upper half is black on the left and white on the right, the lower half clear. */
export const stillWebp = Buffer.from(
  'UklGRjAAAABXRUJQVlA4TCQAAAAvO8AJEBcw//M///MfgAdFAchASorIjpwCeEb0fwKY9bkcqCo=',
  'base64',
)

const chunk = (name: string, content: Uint8Array): Buffer => {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(content.length)
  return Buffer.concat([Buffer.from(name), size, content])
}

/** Builds an animation with the picture as its only frame. */
export function animatedWebp(): Buffer {
  const canvas = Buffer.from([0x02, 0, 0, 0, 59, 0, 0, 39, 0, 0])
  const frame = Buffer.from([0, 0, 0, 0, 0, 0, 59, 0, 0, 39, 0, 0, 100, 0, 0, 0])
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    chunk('VP8X', canvas),
    chunk('ANIM', Buffer.alloc(6)),
    chunk('ANMF', Buffer.concat([frame, stillWebp.subarray(12)])),
  ])
  return chunk('RIFF', body)
}

/** A header that promises a picture, and nothing behind it. */
export const brokenWebp = Buffer.concat([
  stillWebp.subarray(0, 32),
  Buffer.alloc(24, 0xff),
])
