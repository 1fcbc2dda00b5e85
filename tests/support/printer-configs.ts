import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Client } from './client.ts'

type Config = { id: string; printerType: string; printerName: string; isDefault: boolean }

/** Calls of a till about printer configurations. */
export function printerConfigs(till: () => Client) {
  const configs = async (): Promise<Config[]> =>
    (await till().get('/printers/configs')).body

  return {
    configs,
    configOf: async (id: string) => (await configs()).find((each) => each.id === id),
    defaultsOf: async (type: string) =>
      (await configs()).filter(
        ({ printerType, isDefault }) => printerType === type && isDefault,
      ),
    /** Creates a configuration for the kitchen, under a random name unless `fields` has one. */
    createPrinter: async (fields: object = {}): Promise<string> => {
      const input = { printerType: 'KITCHEN', printerName: randomUUID(), ...fields }
      const { status, body } = await till().post('/printers/configs', input)
      expect(status).toBe(201)
      return body.id
    },
  }
}
