import {
  DeleteParametersCommand,
  GetParameterCommand,
  GetParametersCommand,
  ParameterAlreadyExists,
  ParameterNotFound,
  PutParameterCommand,
  SSMClient,
} from '@aws-sdk/client-ssm'
import { mockClient } from 'aws-sdk-client-mock'

/** A stand-in for Systems Manager's parameters, with every version of each. */
export function parameterStore() {
  const ssm = mockClient(SSMClient)
  const versions = new Map<string, string[]>()
  const metadata = { message: 'refused', $metadata: {} }
  const store = {
    ssm,
    /** Is called before each request, and may throw. */
    before: (_command: string) => {},
    texts: () =>
      Object.fromEntries([...versions].map(([name, texts]) => [name, texts.at(-1)])),
    versionsOf: (name: string) => versions.get(name)?.length ?? 0,
    set: (name: string, value: object) => {
      versions.set(name, [...(versions.get(name) ?? []), JSON.stringify(value)])
    },
    remove: (name: string) => versions.delete(name),
    reset: () => {
      versions.clear()
      store.before = () => {}
      ssm.reset()
      answer()
    },
  }
  const find = (name = '') => {
    const [path = '', version] = name.split(':')
    const texts = versions.get(path)
    const Version = version ? Number(version) : (texts?.length ?? 0)
    const Value = texts?.[Version - 1]
    return Value === undefined ? [] : [{ Name: path, Value, Version }]
  }
  const answer = () => {
    ssm.on(GetParametersCommand).callsFake(async ({ Names = [], WithDecryption }) => {
      store.before('GetParameters')
      if (!WithDecryption) throw new Error('encrypted')
      return {
        Parameters: Names.flatMap(find),
        InvalidParameters: Names.filter((name: string) => find(name).length === 0),
      }
    })
    ssm.on(GetParameterCommand).callsFake(async ({ Name, WithDecryption }) => {
      store.before('GetParameter')
      const [Parameter] = find(Name)
      if (!WithDecryption || !Parameter) throw new ParameterNotFound(metadata)
      return { Parameter }
    })
    ssm.on(PutParameterCommand).callsFake(async ({ Name = '', Value = '', ...rest }) => {
      store.before('PutParameter')
      if (rest.Type !== 'SecureString') throw new Error('not encrypted')
      if (!rest.Overwrite && versions.has(Name))
        throw new ParameterAlreadyExists(metadata)
      versions.set(Name, [...(versions.get(Name) ?? []), Value])
      return { Version: versions.get(Name)?.length }
    })
    ssm.on(DeleteParametersCommand).callsFake(async ({ Names = [] }) => {
      store.before('DeleteParameters')
      for (const name of Names) versions.delete(name)
      return {}
    })
  }
  answer()
  return store
}
