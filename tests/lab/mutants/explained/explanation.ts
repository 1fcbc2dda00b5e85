/** Why a mutant that no test kills is harmless. */
export type Explanation = {
  readonly file: string
  /** A part of the line on which the mutant begins. */
  readonly line: string
  /** What replaces the code; without it all mutants of the line are meant. */
  readonly to?: string
  readonly why: string
}
