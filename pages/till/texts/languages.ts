import { en } from './en.ts'
import { es } from './es.ts'

/** The words of the till in each language. A further one is a file here and its name in this row. */
export const languages = { en, es } as const
