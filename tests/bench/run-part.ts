import '../support/main-shop.ts'
import type { Section } from './section.ts'

/** A part of the bench in a separate process: prints its sections as JSON. */
const print = console.log
// Hides the log line of each request.
console.log = () => {}

const [, , name, count] = process.argv
const part: { measure: (count: number) => Promise<Section[]> } = await import(
  `./parts/${name}.ts`
)
const text = JSON.stringify(await part.measure(Number(count)))
print(text)
// Once it is written: agents and sockets may take longer to end.
process.stdout.write('', () => process.exit())
