import type { PrinterConfig } from '../config.ts'
import { log } from '../log.ts'
import { type Printer, PrinterFailure } from './printer.ts'
import {
  askCause,
  askStatus,
  causeOf,
  connectPrinter,
  isOffline,
  noPrinter,
  type PrinterSocket,
  type Sign,
  within,
} from './printer-socket.ts'

const answerMs = 2_000

/** A printer that was never asked before may be one that answers nothing. */
const firstAnswerMs = 500

/** A printer that has answered and no longer does is taken for another one after this time. */
const forgetAfterMs = 25_000

/** A printer out of paper stops reading; a roll is changed sooner. */
const stalledAfterMs = 30_000

/** A printer that was replaced by one of other habits must not fail for longer. */
const rememberedMs = 60 * 60_000

/** How a printer shows that it has read a receipt, and when it did so last. */
type Habit = { readonly sign: 'answers' | 'closes'; readonly atMs: number }

/**
 * A printer reached by raw TCP, which confirms a receipt by answering `DLE EOT` or by
 * closing the connection. One that did so within the hour and does not now has failed.
 * One that never did has a goodbye time, and its receipt counts as printed.
 */
export function networkPrinter(
  config: PrinterConfig['network'][number],
  { stalledMs = stalledAfterMs, forgottenMs = forgetAfterMs } = {},
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
    const answer = await socket.ask(askStatus, isExpected ? answerMs : firstAnswerMs)
    if (answer !== undefined) {
      unansweredSinceMs = undefined
      learn('answers')
      await requireOnline(socket, answer, false)
      return true
    }
    if (!isExpected) return false
    unansweredSinceMs ??= askedAtMs
    if (status === 'required' || performance.now() - unansweredSinceMs < forgottenMs) {
      throw new PrinterFailure('the printer does not answer', false)
    }
    last = undefined
    unansweredSinceMs = undefined
    return false
  }

  const requireConfirmation = async (socket: PrinterSocket, sign: Sign) => {
    if (typeof sign === 'object') {
      learn('answers')
      await requireOnline(socket, sign.answer, true)
    } else if (sign === 'closed') {
      if (habit() !== 'answers') learn('closes')
    } else if (sign === 'foreign') {
      throw new PrinterFailure(noPrinter, false)
    } else if (sign === 'broken') {
      throw new PrinterFailure('connection closed midway', true)
    } else if (habit()) {
      throw new PrinterFailure('the printer took the receipt and gave no sign', true)
    } else {
      log('print-unconfirmed', { printer: name })
    }
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
        await requireConfirmation(socket, await within(patienceMs, sign))
      } finally {
        socket.destroy()
      }
    },
  }
}

const joined = (one: Uint8Array, other: Uint8Array) => Buffer.concat([one, other])
