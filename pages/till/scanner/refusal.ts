import { isDialogOpen } from '../../parts/scanner/listen.ts'
import { isHeldOpen } from '../lock/idle-lock.ts'
import type { ShellTexts } from '../texts/en.ts'

/** Refuses a code while a dialog is open, with the reason; undefined without one. */
export const dialogRefusal = (texts: ShellTexts, code: string): string | undefined =>
  !isDialogOpen()
    ? undefined
    : isHeldOpen()
      ? texts.scanPaying(code)
      : texts.scanDialog(code)
