import { createInterface } from 'node:readline/promises'

/** Asks the operator a question; '' without a terminal. */
export type Ask = (question: string) => Promise<string>

/** Asks on this terminal. */
export const ask: Ask = async (question) => {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const closed = new Promise<string>((resolve) => terminal.on('close', () => resolve('')))
  const answer = await Promise.race([terminal.question(question), closed])
  terminal.close()
  return answer.trim()
}
