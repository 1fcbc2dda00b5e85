import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, expect, inject, it } from 'vitest'
import { isWholeRound, scaled } from '../../../support/scale.ts'
import { memoryEngine, runningEngine } from './both-engines.ts'
import { type Operation, operation } from './operations.ts'

let engine: Awaited<ReturnType<typeof runningEngine>>
beforeAll(async () => {
  engine = await runningEngine(inject('dynamoDbEndpoint'))
})

/*
 * The table in memory follows DynamoDB Local. Where Dynoxide is known to differ, which
 * docs/decisions/one-machine.md explains, the two tables are not the same from there on.
 */
const isDynoxide = inject('tableEngine') === 'dynoxide'

const fillsList = ({ parameters }: Operation) =>
  JSON.stringify(parameters).includes('SET #list[7]')

it(
  'answers random requests as the engine does',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(operation, { minLength: 10, maxLength: 30, size: 'max' }),
        async (operations) => {
          const run = randomUUID().slice(0, 13)
          const memory = memoryEngine()
          for (const each of operations) {
            if (isDynoxide && fillsList(each)) return
            const expected = await memory(run, each)
            const outcome = await engine(run, each)
            if (isDynoxide && expected === 'invalid') {
              if (outcome === 'invalid' || outcome.includes('"failed"')) continue
              return
            }
            expect({ each, outcome }).toEqual({ each, outcome: expected })
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
