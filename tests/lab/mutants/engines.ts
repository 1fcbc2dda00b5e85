import type { TestProject } from 'vitest/node'
import { compileAnswers } from '../../support/answers/compile.ts'

/** Stands in for the engines that other runs start: the table is in memory. */
export default function withoutEngines({ provide }: TestProject) {
  compileAnswers()
  provide('dynamoDbEndpoint', 'http://127.0.0.1:9')
  provide('queuesEndpoint', 'http://127.0.0.1:9')
}
