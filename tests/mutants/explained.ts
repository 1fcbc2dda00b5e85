/** Why a mutant that no test kills is harmless. */
export type Explanation = {
  readonly file: string
  /** A part of the line on which the mutant begins. */
  readonly line: string
  /** What replaces the code; without it all mutants of the line are meant. */
  readonly to?: string
  readonly why: string
}

const forTypes = 'The text always has this part: the default is for the type checker'

export const explanations: readonly Explanation[] = [
  {
    file: 'shared/money/decimal.ts',
    line: 'String(cents < 0 ? -cents : cents)',
    to: 'cents <= 0',
    why: '-0 prints as 0',
  },
  {
    file: 'shared/money/decimal.ts',
    line: 'shift >= 0 ?',
    to: 'shift > 0',
    why: 'Nothing is rounded where no digit is dropped',
  },
  {
    file: 'shared/money/decimal.ts',
    line: 'value < 0 ? -magnitude',
    to: 'value <= 0',
    why: 'A bigint has no -0',
  },
  { file: 'shared/money/decimal.ts', line: "[mantissa = '', exponent]", why: forTypes },
  { file: 'shared/money/decimal.ts', line: "[whole = '', fraction = '']", why: forTypes },
]
