import type { Step } from '../exchange.ts'

/** Gives a page its own Content-Security-Policy, instead of the one that allows nothing. */
export const contentPolicy = (): Step => ({
  after: ({ event, response }) => {
    const policy = event.exchange?.response?.contentPolicy
    if (!policy || !response) return
    response.headers = { ...response.headers, 'Content-Security-Policy': policy }
  },
})
