import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

type Node = {
  readonly type: string
  readonly callee?: { readonly name?: string; readonly property?: { name?: string } }
}

/**
 * Leaves out texts that no caller sees: what a schema says in the OpenAPI document, which
 * has a test of its own, and the message of an error that only a programmer can cause.
 */
const ignorer = {
  shouldIgnore: ({ node }: { readonly node: Node }) => {
    const { type, callee } = node
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
