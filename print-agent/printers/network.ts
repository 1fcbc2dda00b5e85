import { createConnection, type Socket } from 'node:net'
import type { PrinterConfig } from '../config.ts'
import { type Doubt, type Printer, PrinterFailure } from './printer.ts'

const answerMs = 2_000

/** A printer that was never asked before may be one that answers nothing. */
const firstAnswerMs = 500

/** A printer that has answered and no longer does is taken for another one after this time. */
const forgetAfterMs = 25_000

/** A printer out of paper stops reading; a roll is changed sooner. */
const stalledAfterMs = 30_000

/** A printer that was replaced by one of other habits must not fail for longer. */
const rememberedMs = 60 * 60_000

/** Sign by which a printer shows that it has read a receipt, and the time of the last one. */
type Habit = { readonly sign: 'answers' | 'closes'; readonly atMs: number }

/**
 * A printer reached by raw TCP, which confirms a receipt by answering `DLE EOT` or by
 * closing the connection. One that did so within the hour and does not now has failed.
 * One that never did has a goodbye time. Its receipt counts as printed, without confirmation,
 * and so does one after whose end the printer resets the connection.
 */
export function networkPrinter(
  config: PrinterConfig['network'][number],
  { stalledMs = stalledAfterMs, unaskedMs = firstAnswerMs } = {},
): Printer {
  const { name, host, port, status, goodbyeSeconds } = config
  let last: Habit | undefined
  let askedAtMs: number | undefined
  let unansweredSinceMs: number | undefined

  const habit = () => {
    if (status === 'required') return 'answers'
    return last && performance.now() - last.atMs < rememberedMs ? last.sign : undefined
  }
  const learn = (sign: Habit['sign']) => {
    last = { sign, atMs: performance.now() }
  }

  const requireOnline = async (
    socket: PrinterSocket,
    answer: number,
    isSent: boolean,
  ) => {
    if (!isOffline(answer)) return
    const cause = causeOf(await socket.ask(askCause, answerMs))
    throw new PrinterFailure(`the printer is offline: ${cause}`, isSent)
  }

  /** Asks a printer that may answer whether it is online. False when it does not answer. */
  const asksOnline = async (socket: PrinterSocket): Promise<boolean> => {
    const isExpected = habit() === 'answers'
    const wasAsked =
      askedAtMs !== undefined && performance.now() - askedAtMs < rememberedMs
    if (!isExpected && (status === 'off' || habit() || wasAsked)) return false
    askedAtMs = performance.now()
    const answer = await socket.ask(askStatus, isExpected ? answerMs : unaskedMs)
    if (answer !== undefined) {
      unansweredSinceMs = undefined
      learn('answers')
      await requireOnline(socket, answer, false)
      return true
    }
    if (!isExpected) return false
    unansweredSinceMs ??= askedAtMs
    if (status === 'required' || performance.now() - unansweredSinceMs < forgetAfterMs) {
      throw new PrinterFailure('the printer does not answer', false)
    }
    last = undefined
    unansweredSinceMs = undefined
    return false
  }

  /** Returns the doubt where the printer confirms nothing. */
  const requireConfirmation = async (
    socket: PrinterSocket,
    sign: Sign,
  ): Promise<Doubt | undefined> => {
    if (typeof sign === 'object') {
      learn('answers')
      await requireOnline(socket, sign.answer, true)
    } else if (sign === 'closed') {
      if (habit() !== 'answers') learn('closes')
    } else if (sign === 'foreign') {
      throw new PrinterFailure(noPrinter, false)
    } else if (sign === 'broken') {
      throw new PrinterFailure('connection closed midway', true)
    } else if (sign === 'reset') {
      return 'the printer reset the connection after the receipt'
    } else if (habit()) {
      throw new PrinterFailure('the printer took the receipt and gave no sign', true)
    } else {
      return 'the printer gives no sign'
    }
    return undefined
  }

  return {
    name,
    kind: 'network',
    print: async (document, beforeFirstByte) => {
      const socket = await connectPrinter(host, port)
      try {
        const answers = await asksOnline(socket)
        await beforeFirstByte()
        if (!socket.isOpen()) {
          throw new PrinterFailure('connection closed before the job', false)
        }
        const asks = status !== 'off' && habit() !== 'closes'
        const bytes = asks ? joined(document.bytes, askStatus) : document.bytes
        const patienceMs = habit()
          ? stalledMs
          : (document.goodbyeSeconds ?? goodbyeSeconds) * 1_000
        const sent = socket.send(bytes, !answers, stalledMs)
        const sign = socket.nextSign()
        await sent
        return await requireConfirmation(socket, await within(patienceMs, sign))
      } finally {
        socket.destroy()
      }
    },
  }
}

const joined = (one: Uint8Array, other: Uint8Array) => Buffer.concat([one, other])

const connectMs = 5_000

/** Reaction of a printer to bytes. */
export type Sign =
  | { answer: number }
  | 'closed'
  | 'reset'
  | 'broken'
  | 'silent'
  | 'foreign'

/** Advice if a program answers in text, as web servers do. */
export const noPrinter =
  'no printer answers there: is its port 9100, and its address right?'

/** A printer answers with single bytes, of which some are letters. */
const isText = (bytes: Buffer) => /^[\x20-\x7e\r\n\t]{5,}/.test(bytes.toString('latin1'))

export type PrinterSocket = ReturnType<typeof followed>

/** Connects to a printer by raw TCP. Throws PrinterFailure. */
export function connectPrinter(host: string, port: number): Promise<PrinterSocket> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host, port })
    const fail = (reason: string) => {
      socket.destroy()
      reject(new PrinterFailure(`${host}:${port}: ${reason}`, false))
    }
    const timer = setTimeout(() => fail('no connection in time'), connectMs)
    socket.once('error', (error) => {
      clearTimeout(timer)
      fail(error.message)
    })
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.removeAllListeners('error')
      resolve(followed(socket))
    })
  })
}

function followed(socket: Socket) {
  let hasEnded = false
  let endedEarly = false
  let onSign: ((sign: Sign) => void) | undefined
  // Unread bytes would hide the end of the printer's stream.
  socket.on('data', (bytes) => {
    const answer = bytes.findLast(isAnswer)
    if (isText(bytes)) onSign?.('foreign')
    else if (answer !== undefined) onSign?.({ answer })
  })
  socket.on('end', () => {
    hasEnded = true
    endedEarly = !socket.writableFinished
  })
  // A connection that breaks before the job is sent shows up in the next step.
  socket.on('error', () => undefined)
  const howClosed = (): Sign => {
    if (endedEarly || !socket.writableFinished) return 'broken'
    return socket.errored || !hasEnded ? 'reset' : 'closed'
  }
  socket.on('close', () => onSign?.(howClosed()))

  const nextSign = (): Promise<Sign> =>
    new Promise((resolve) => {
      if (socket.destroyed) resolve(howClosed())
      else onSign = resolve
    })

  return {
    isOpen: () => !socket.destroyed,
    destroy: () => socket.destroy(),
    nextSign,
    /**
     * Asks for the status and returns the answer, if one comes in time. Throws
     * PrinterFailure when something other than a printer answers.
     */
    ask: async (request: Uint8Array, timeoutMs: number): Promise<number | undefined> => {
      const next = nextSign()
      socket.write(request)
      const sign = await within(timeoutMs, next)
      if (sign === 'foreign') throw new PrinterFailure(noPrinter, false)
      return typeof sign === 'object' ? sign.answer : undefined
    },
    /**
     * Writes bytes, and with `isLast` ends the stream. Returns once they have left.
     * Throws PrinterFailure when the printer takes none for `stalledMs`.
     */
    send: (bytes: Uint8Array, isLast: boolean, stalledMs: number): Promise<void> =>
      new Promise((resolve, reject) => {
        const fail = (reason: string) => reject(new PrinterFailure(reason, true))
        const onError = (error: Error) => fail(error.message)
        const onClose = () => fail('connection closed midway')
        const onTimeout = () => fail('the printer stopped taking data')
        const done = () => {
          socket.setTimeout(0)
          socket.off('error', onError).off('close', onClose).off('timeout', onTimeout)
          resolve()
        }
        socket.on('error', onError).on('close', onClose).on('timeout', onTimeout)
        socket.setTimeout(stalledMs)
        if (isLast) socket.end(bytes, done)
        else socket.write(bytes, (error) => (error ? onError(error) : done()))
      }),
  }
}

/** A sign, or `silent` when it does not come in time. */
export function within(timeoutMs: number, sign: Promise<Sign>): Promise<Sign> {
  const { promise, resolve } = Promise.withResolvers<Sign>()
  const timer = setTimeout(() => resolve('silent'), timeoutMs)
  void sign.then((given) => {
    clearTimeout(timer)
    resolve(given)
  })
  return promise
}

/*
 * The real-time status of ESC/POS (`DLE EOT n`): a printer answers with one byte as soon as
 * it reads the request, also while it is out of paper. Printers without it ignore the
 * request.
 */

/** Asks whether the printer is online. */
export const askStatus = Uint8Array.of(0x10, 0x04, 0x01)

/** Asks why a printer is offline. */
export const askCause = Uint8Array.of(0x10, 0x04, 0x02)

/** True if a byte has the bits that all answers have in common. */
const isAnswer = (byte: number): boolean => (byte & 0x93) === 0x12

/** True if an answer to askStatus says that the printer cannot print. */
export const isOffline = (status: number): boolean => (status & 0x08) !== 0

/** Puts an answer to askCause into words. */
export function causeOf(answer: number | undefined): string {
  if (answer === undefined) return 'it does not say why'
  if ((answer & 0x20) !== 0) return 'out of paper'
  if ((answer & 0x04) !== 0) return 'its cover is open'
  if ((answer & 0x40) !== 0) return 'an error'
  return 'it does not say why'
}
