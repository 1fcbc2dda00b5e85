import { codesOf, type Pressed } from './typed-code.ts'

/** In a field a scanner's keys are this near, in ms: 60, and what a busy browser adds. */
const fieldGapMs = 75
/** Elsewhere keys mean nothing else, so that slow scanners are heard, too. */
const pageGapMs = 120
/** From this key on a burst is a scanner's: nobody types so many keys so fast. */
const sureFrom = 6
/** The least that a code without a field has. */
const shortest = 3
/** After this time without a key a code without a suffix is whole, in ms. */
const silenceMs = 150
/** Time that Enter and Tab wait for the rest of a burst, in ms. */
const suffixMs = 80

/** A receiver of codes. */
export type Receiver = {
  /**
   * True if something has one of these codes: a short burst in a field counts as a code
   * only then.
   */
  readonly knows: (codes: readonly string[]) => boolean
  /** Of one scan, as it was typed first. */
  readonly take: (codes: readonly string[]) => void
}

/**
 * A burst of keys: the focused element with its earlier text, and whether a scanner typed it.
 */
type Burst = {
  readonly pressed: Pressed[]
  readonly target: Element | null
  readonly before: string | undefined
  isSure: boolean
  lastMs: number
  /** An Enter or Tab that waits. */
  held?: KeyboardEvent
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

export const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLElement &&
  target.matches('input:not([type=checkbox], [type=radio]), select, textarea')

export const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null

/**
 * Returns a field's own setting for codes. A field made for codes is typed into, and
 * nothing is pressed after the code. In a search, input at a scanner's speed is a code of
 * goods, however short. Other fields have no setting.
 */
const codesIn = (target: Element | null) =>
  target instanceof HTMLElement ? target.dataset.codes : undefined

/**
 * Listens for a scanner that types, wherever the focus is. A scan leaves no text behind:
 * the field gets back its earlier text, and the code goes to the receiver. It never
 * types: the field gets back what it held, and the code goes to the receiver. Keys in no
 * field that are no code are told once no more follow. Returns what stops it.
 */
export function listenForScans(
  receiver: () => Receiver,
  onKeys: (keys: string) => void,
): () => void {
  let burst: Burst | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let takenMs = Number.NEGATIVE_INFINITY

  const end = () => {
    clearTimeout(timer)
    const ended = burst
    burst = undefined
    return ended
  }
  const takeCode = () => {
    const ended = end()
    if (!ended) return
    takenMs = ended.lastMs
    if (codesIn(ended.target) === 'typed') return
    giveBack(ended)
    receiver().take(codesOf(ended.pressed))
  }
  const isShortCode = ({ pressed, target }: Burst) => {
    if (codesIn(target) === 'typed') return false
    return (
      (isField(target) ? codesIn(target) === 'sold' : pressed.length >= shortest) ||
      receiver().knows(codesOf(pressed))
    )
  }
  /** No further key has come. */
  const settle = () => {
    if (!burst) return
    const { pressed, target, held, isSure } = burst
    const codes = codesOf(pressed)
    const isCode = pressed.length >= shortest && codesIn(target) !== 'typed'
    if (isSure || (isCode && receiver().knows(codes))) return takeCode()
    end()
    if (held) press(held)
    else if (!isField(target)) onKeys(codes[0] ?? '')
  }
  const wait = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(settle, ms)
  }
  const stop = (event: KeyboardEvent) => {
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  const finish = (event: KeyboardEvent, running: Burst | undefined) => {
    if (!running) {
      // Of a suffix of two keys, the second
      if (event.timeStamp - takenMs <= suffixMs) stop(event)
      return
    }
    running.lastMs = event.timeStamp
    if (!running.isSure && codesIn(running.target) === 'typed') return void end()
    if (running.isSure || isShortCode(running)) {
      stop(event)
      return takeCode()
    }
    if (!isField(running.target)) {
      // Nobody types on a button
      if (running.pressed.length > 1) stop(event)
      return void end()
    }
    stop(event)
    running.held = event
    wait(suffixMs)
  }
  const add = (event: KeyboardEvent, running: Burst | undefined) => {
    if (!running) settle()
    burst = running ?? begun(event)
    if (burst.held) burst.pressed.push(burst.held)
    delete burst.held
    burst.pressed.push(event)
    burst.lastMs = event.timeStamp
    if (!burst.isSure && burst.pressed.length >= sureFrom) {
      burst.isSure = true
      giveBack(burst)
    }
    const isTyped = isField(burst.target) && !burst.isSure
    if (!isTyped && codesIn(burst.target) !== 'typed' && isOurs(event, burst)) stop(event)
    wait(burst.isSure || burst.pressed.length > 1 ? silenceMs : pageGapMs)
  }
  const listen = (event: KeyboardEvent) => {
    const { key, timeStamp } = event
    if (event.isComposing || modifiers.has(key)) return
    const isCommand = event.ctrlKey || event.metaKey || event.altKey
    const isCharacter =
      key.length === 1 && (!isCommand || event.getModifierState('AltGraph'))
    const running = burst && goesOn(burst, timeStamp) ? burst : undefined
    if (event.repeat && running?.isSure) stop(event)
    // A space alone presses a button
    else if (isCharacter && !event.repeat && (running || key !== ' ')) add(event, running)
    else if (key === 'Enter' || key === 'Tab') finish(event, running)
    else settle()
  }
  // Before the button or the field that has the focus
  addEventListener('keydown', listen, { capture: true })
  return () => {
    clearTimeout(timer)
    removeEventListener('keydown', listen, { capture: true })
  }
}

const modifiers = new Set(['Shift', 'CapsLock', 'NumLock', 'AltGraph', 'Control', 'Alt'])

/** True if a key continues a burst. Programs may type on in another field; scanners do not. */
function goesOn(burst: Burst, timeMs: number): boolean {
  const { isSure, target, lastMs } = burst
  const gapMs = isSure ? silenceMs : isField(target) ? fieldGapMs : pageGapMs
  if (timeMs - lastMs > gapMs) return false
  const now = document.activeElement
  return isSure || !isField(target) || now === target || !isField(now)
}

/** True if a key must not act by itself: a further one of a burst, or our own shortcut. */
const isOurs = ({ key }: KeyboardEvent, { pressed }: Burst) =>
  pressed.length > 1 || key === '/'

function begun({ timeStamp }: KeyboardEvent): Burst {
  const target = document.activeElement
  const before = isField(target) ? target.value : undefined
  return { pressed: [], target, before, isSure: false, lastMs: timeStamp }
}

/** Gives the field back its text from before the burst. */
function giveBack({ target, before }: Burst): void {
  if (!isField(target) || before === undefined || target.value === before) return
  if (codesIn(target) === 'typed') return
  target.value = before
  const how = { bubbles: true, data: null, inputType: 'insertReplacementText' }
  target.dispatchEvent(new InputEvent('input', how))
  target.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Does what an Enter or Tab in a field does by default. */
function press({ key, shiftKey, target }: KeyboardEvent): void {
  if (!isField(target)) return
  if (key === 'Tab') {
    nextTo(target, shiftKey)?.focus()
    return
  }
  if (target instanceof HTMLTextAreaElement) {
    target.setRangeText('\n', target.selectionStart, target.selectionEnd, 'end')
    target.dispatchEvent(new InputEvent('input', { bubbles: true, data: null }))
    return
  }
  const button = target.form?.querySelector<HTMLButtonElement>('button[type=submit]')
  if (button) button.click()
  else target.form?.requestSubmit()
}

function nextTo(target: Field, isBack: boolean): HTMLElement | undefined {
  const place = target.closest('dialog') ?? document
  const all = [
    ...place.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea'),
  ]
  const reached = all.filter(
    (each) => each.tabIndex >= 0 && !each.matches(':disabled') && each.checkVisibility(),
  )
  return reached.at((reached.indexOf(target) + (isBack ? -1 : 1)) % reached.length)
}
