/** The system that the demo runs against: API, simulated node and data directory. */
export type DemoSystem = {
  readonly url: string
  readonly nodeUrl: string
  readonly dataDir: string
}
