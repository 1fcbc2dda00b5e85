import { expect, test } from 'vitest'
import { drawn } from '../../../support/scale.ts'
import { seedThatFinds } from '../runs.ts'
import { mutations } from './mutations.ts'

// Each takes seconds, so that a short run draws a few of them
test.each(drawn(mutations.slice(0, 1), mutations, 1 / 8))(
  'the first 400 seeds find that $name',
  async (mutation) => {
    expect(await seedThatFinds(mutation)).toBeDefined()
  },
  600_000,
)
