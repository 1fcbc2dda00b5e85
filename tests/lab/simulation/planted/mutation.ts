/** A bug that is planted into the sources before they are bundled. */
export type Mutation = {
  /** Description of the bug. */
  readonly name: string
  /** The source, from the root. */
  readonly file: string
  /** A text that the source has once, and what takes its place. */
  readonly from: string
  readonly to: string
}
