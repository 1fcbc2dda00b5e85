/**
 * The id of a new record: a UUID of version 4 in form. People see its first or last eight
 * characters as an order's number, so both are random; the Unix ms stand between them:
 *
 *     rrrrrrrr-tttt-4ttt-vttt-ccccccccrrrr
 *
 * r 48 random bits, t 42 bits of the time (until the year 2109), v the variant and two of
 * the time's bits, c 32 check bits, which tell the id from a random one of version 0.1.
 * Within a process each id has a later millisecond than the one before, also when the clock
 * is set back. Ids are not secret: sessions, tokens and reservations must not be guessed,
 * so they use random UUIDs. It also runs in browsers.
 */
export function newId(): string {
  lastMs = Math.max(Date.now(), lastMs + 1)
  const random = hex(crypto.getRandomValues(new Uint8Array(6)))
  const time = (lastMs % 2 ** 42).toString(2).padStart(42, '0')
  const groups = [
    random.slice(0, 8),
    nibbles(time.slice(0, 16)),
    `4${nibbles(time.slice(16, 28))}`,
    nibbles(`10${time.slice(28)}`),
  ].join('-')
  const tail = random.slice(8)
  return `${groups}-${checkBits(groups + tail)}${tail}`
}

let lastMs = 0

/**
 * The place of a record with this id in a list: texts that sort by creation. An id of ours
 * has its time before it, written as in an id of version 7, which release 0.2 made and
 * which sorts by itself; so does the random id of a record from version 0.1.
 */
export function sortableId(id: string): string {
  const ms = timeInId(id)
  if (ms === undefined) return id
  return `${placeFrom(ms)}-${id}`
}

/** Sorts before the place in a list of every record that was created from this moment on, in Unix ms. */
export function placeFrom(ms: number): string {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}`
}

/**
 * Returns the time when a record with this id was created, in Unix ms; undefined for ids
 * of another kind.
 */
export const createdMsOf = (id: string): number | undefined =>
  version7.test(id) ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : timeInId(id)

const version7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

const form =
  /^([0-9a-f]{8}-([0-9a-f]{4})-4([0-9a-f]{3})-([89ab][0-9a-f]{3}))-([0-9a-f]{8})([0-9a-f]{4})$/

function timeInId(id: string): number | undefined {
  const [, groups = '', high = '', middle = '', low = '', check, tail = ''] =
    form.exec(id) ?? []
  if (check === undefined || check !== checkBits(groups + tail)) return undefined
  const lowBits = Number.parseInt(low, 16) & 0x3fff
  return Number.parseInt(high + middle, 16) * 2 ** 14 + lowBits
}

/** 32 bits as hex: FNV-1a. */
function checkBits(text: string): string {
  let hash = 0x811c9dc5
  for (const character of text) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  }
  return (hash >>> 0).toString(16).padStart(8, '0')
}

const hex = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

const nibbles = (bits: string) =>
  Number.parseInt(bits, 2)
    .toString(16)
    .padStart(bits.length / 4, '0')
