import type { Page } from 'puppeteer-core'

/** A scanner's way: ms between its keys, and what it ends with. */
export type ScannerWay = {
  readonly gapMs?: number
  readonly suffix?: 'Enter' | 'Tab' | ''
}

/** Between the keys of a person, in ms, and between two things that they do. */
const personMs = 150
const pauseMs = 500

/**
 * A keyboard whose keys bear the times at which they were pressed, so that a burst stays one
 * however busy the machine is. All keys of a page must come from it.
 */
export async function keyboardOf(page: Page) {
  const session = await page.createCDPSession()
  let lastMs = 0
  const press = async (keys: readonly string[], gapMs: number) => {
    lastMs = Math.max(Date.now(), lastMs + pauseMs)
    const sent = keys.flatMap((key, at) => {
      if (at > 0) lastMs += gapMs
      const event = { ...eventOf(key), timestamp: lastMs / 1_000 }
      const { text, unmodifiedText: _unmodified, ...up } = event
      return [
        session.send('Input.dispatchKeyEvent', {
          ...event,
          type: text === undefined ? 'rawKeyDown' : 'keyDown',
        }),
        session.send('Input.dispatchKeyEvent', { ...up, type: 'keyUp' }),
      ]
    })
    await Promise.all(sent)
  }
  return {
    /** Types as a person does; \n is Enter. */
    type: (text: string) =>
      press(
        Array.from(text, (key) => (key === '\n' ? 'Enter' : key)),
        personMs,
      ),
    press: (key: string) => press([key], personMs),
    scan: (code: string, { gapMs = 5, suffix = 'Enter' }: ScannerWay = {}) =>
      press([...Array.from(code), ...(suffix ? [suffix] : [])], gapMs),
    /** The keys of a scanner where the layout of the computer is another. */
    scanKeys: async (
      keys: readonly { readonly key: string; readonly code: string }[],
    ) => {
      lastMs = Math.max(Date.now(), lastMs + pauseMs)
      await Promise.all(
        keys.map(({ key, code }, at) =>
          session.send('Input.dispatchKeyEvent', {
            type: 'keyDown',
            key,
            code,
            text: key,
            timestamp: (lastMs + 5 * at) / 1_000,
          }),
        ),
      )
      lastMs += 5 * keys.length
    },
  }
}

export type Keyboard = Awaited<ReturnType<typeof keyboardOf>>

const named: Readonly<Record<string, number>> = { Enter: 13, Tab: 9, Escape: 27 }

/** Fields of a key event. */
type KeyEvent = {
  readonly key: string
  readonly code: string
  readonly windowsVirtualKeyCode: number
  readonly text?: string
  readonly unmodifiedText?: string
}

function eventOf(key: string): KeyEvent {
  if (named[key] !== undefined) {
    const event = { key, code: key, windowsVirtualKeyCode: named[key] }
    return key === 'Enter' ? { ...event, text: '\r', unmodifiedText: '\r' } : event
  }
  const upper = key.toUpperCase()
  const code = /\d/.test(key)
    ? `Digit${key}`
    : /[A-Z]/.test(upper)
      ? `Key${upper}`
      : key === '/'
        ? 'Slash'
        : key === '-'
          ? 'Minus'
          : ''
  return {
    key,
    code,
    text: key,
    unmodifiedText: key,
    windowsVirtualKeyCode: /[\dA-Z]/.test(upper) ? upper.charCodeAt(0) : 0,
  }
}
