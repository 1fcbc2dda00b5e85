/** Where the story plays: the API's and the simulated node's doors, and the data. */
export type DemoSystem = {
  readonly url: string
  readonly nodeUrl: string
  readonly dataDir: string
}
