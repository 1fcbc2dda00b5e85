import { isDialogOpen } from '../../parts/scanner/listen.ts'
import { isHeldOpen } from '../lock/idle-lock.ts'
import type { ShellTexts } from '../texts/en.ts'

/** Why a code cannot be sold while a dialog is open; undefined where none is. */
export const dialogRefusal = (texts: ShellTexts, code: string): string | undefined =>
  !isDialogOpen()
    ? undefined
    : isHeldOpen()
      ? texts.scanPaying(code)
      : texts.scanDialog(code)
