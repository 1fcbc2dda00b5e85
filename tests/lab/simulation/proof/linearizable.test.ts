import { expect, it } from 'vitest'
import { isLinearizable, type Operation } from './linearizable.ts'
import { type StockInput, type StockOutput, stockModel } from './models.ts'

type Sale = Operation<StockInput, StockOutput>

const during = (
  calledAt: number,
  answeredAt: number,
  input: StockInput,
  output: StockOutput | undefined,
): Sale => ({ calledAt, answeredAt, input, output })

const isPossible = (...history: Sale[]) => isLinearizable(stockModel(1), history)

it('accepts what some order of the operations explains', () => {
  const sale = during(1, 9, { change: -1 }, true)
  expect(isPossible(sale, during(2, 3, 'read', 1), during(4, 5, 'read', 0))).toBe(true)
  expect(isPossible(sale, during(2, 3, { change: -1 }, false))).toBe(true)
})

it('refuses responses that no order explains', () => {
  const sale = during(1, 2, { change: -1 }, true)
  expect(isPossible(sale, during(3, 4, 'read', 1))).toBe(false)
  expect(isPossible(sale, during(1, 4, { change: -1 }, true))).toBe(false)
})

it('lets an operation whose response was lost happen at any later time, or never', () => {
  const lost = during(1, Number.POSITIVE_INFINITY, { change: -1 }, undefined)
  expect(isPossible(lost, during(2, 3, 'read', 1), during(4, 5, 'read', 0))).toBe(true)
  expect(isPossible(lost, during(2, 3, 'read', 1))).toBe(true)
  expect(isPossible(lost, during(2, 3, 'read', 0), during(4, 5, 'read', 1))).toBe(false)
})
