import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** A picture of one byte a pixel, from black (0) to white (255). */
export type GreyPicture = {
  readonly widthPx: number
  readonly heightPx: number
  readonly grey: Uint8Array
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

/** A grey PNG without filters, which is smaller than one of four bytes a pixel. */
export function toGreyPng({ widthPx, heightPx, grey }: GreyPicture): Buffer {
  const header = Buffer.from('00000000000000000800000000', 'hex')
  header.writeUInt32BE(widthPx, 0)
  header.writeUInt32BE(heightPx, 4)
  const rows = Buffer.alloc((widthPx + 1) * heightPx)
  for (let y = 0; y < heightPx; y++) {
    rows.set(grey.subarray(y * widthPx, (y + 1) * widthPx), y * (widthPx + 1) + 1)
  }
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Reads a PNG that `toGreyPng` made. */
export function fromGreyPng(png: Buffer): GreyPicture {
  const [widthPx, heightPx] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const rows = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)))
  const grey = new Uint8Array(widthPx * heightPx)
  for (let y = 0; y < heightPx; y++) {
    const start = y * (widthPx + 1) + 1
    grey.set(rows.subarray(start, start + widthPx), y * widthPx)
  }
  return { widthPx, heightPx, grey }
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, checksum])
}
