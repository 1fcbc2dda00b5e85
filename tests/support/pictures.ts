const base64 = (text: string) => Buffer.from(text, 'base64')

/** The smallest PNG there is: one transparent pixel. */
export const png = base64(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
)

/** A progressive JPEG of one pixel. */
export const jpeg = base64(
  `/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP${'/'.repeat(86)}wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=`,
)

/** A GIF of one pixel. */
export const gif = base64('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7')

/** A WebP of one pixel in each of its three forms. */
export const lossyWebp = base64(
  'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA',
)
export const losslessWebp = base64('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==')
export const extendedWebp = base64(
  'UklGRkoAAABXRUJQVlA4WAoAAAAQAAAAAAAAAAAAQUxQSAwAAAARBxAR/Q9ERP8DAABWUDggGAAAABQBAJ0BKgEAAQAAAP4AAA3AAP7mtQAAAA==',
)

/** Builds the PNG with another size in its header. */
export function createPng(width: number, height: number): Buffer {
  const picture = Buffer.from(png)
  picture.writeUInt32BE(width, 16)
  picture.writeUInt32BE(height, 20)
  return picture
}

/** A JPEG of that size: segments to pass over, fill bytes, then the frame's header. */
export function createJpeg(width: number, height: number): Buffer {
  const comment = Buffer.concat([Buffer.from('fffe0012', 'hex'), Buffer.alloc(16, 0xc0)])
  const frame = Buffer.from('ffffffc0000b080000000001011100', 'hex')
  frame.writeUInt16BE(height, 7)
  frame.writeUInt16BE(width, 9)
  return Buffer.concat([Buffer.from('ffd8', 'hex'), comment, frame])
}

/** A GIF of that size. */
export function createGif(width: number, height: number): Buffer {
  const picture = Buffer.from(gif)
  picture.writeUInt16LE(width, 6)
  picture.writeUInt16LE(height, 8)
  return picture
}

/** An extended WebP of that size. */
export function createWebp(width: number, height: number): Buffer {
  const picture = Buffer.from(extendedWebp)
  picture.writeUIntLE(width - 1, 24, 3)
  picture.writeUIntLE(height - 1, 27, 3)
  return picture
}
