import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

type Call = {
  readonly type: string
  readonly callee?: { readonly name?: string; readonly property?: { name?: string } }
}
type Argument = { readonly listKey?: string; readonly parent?: Call | null }

/**
 * Leaves out texts that no caller sees: what a schema says in the OpenAPI document, which
 * has a test of its own, and the message of an error that only a programmer can cause. The
 * rest of the schema stands in the same chain of calls, and is mutated.
 */
const ignorer = {
  shouldIgnore: ({ listKey, parent }: Argument) => {
    if (listKey !== 'arguments' || !parent) return undefined
    const { type, callee } = parent
    if (
      type === 'CallExpression' &&
      ['meta', 'describe'].includes(callee?.property?.name ?? '')
    ) {
      return 'documentation'
    }
    if (type === 'NewExpression' && callee?.name === 'Error') return 'programming error'
    return undefined
  },
}

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'documented-text', ignorer as never),
]
