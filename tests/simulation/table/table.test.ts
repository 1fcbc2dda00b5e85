import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, expect, inject, it } from 'vitest'
import { isWholeRound, scaled } from '../../support/scale.ts'
import { memoryEngine, officialEngine } from './both-engines.ts'
import { operation } from './operations.ts'

let official: Awaited<ReturnType<typeof officialEngine>>
beforeAll(async () => {
  official = await officialEngine(inject('dynamoDbEndpoint'))
})

it(
  'answers random requests as the official engine does',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(operation, { minLength: 10, maxLength: 30, size: 'max' }),
        async (operations) => {
          const run = randomUUID().slice(0, 13)
          const memory = memoryEngine()
          for (const each of operations) {
            expect({ each, outcome: await memory(run, each) }).toEqual({
              each,
              outcome: await official(run, each),
            })
          }
        },
      ),
      {
        numRuns: scaled(5, 300),
        endOnFailure: true,
        ...(!isWholeRound && { seed: 2_026 }),
      },
    )
  },
  scaled(20_000, 600_000),
)
