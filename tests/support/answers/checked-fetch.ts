import { bodyOf } from '../client.ts'
import { checkAnswer, type Expectations } from './check-answer.ts'

/** A fetch that compares every answer with docs/openapi.json, and throws where it differs. */
export const checkedFetch =
  (baseUrl: string, expectations: Expectations): typeof fetch =>
  async (url, init) => {
    const response = await fetch(url, init)
    const { status, headers } = response
    const answer = {
      status,
      headers,
      body: bodyOf(await response.clone().text(), headers),
    }
    const sent = url instanceof Request ? url.url : url.toString()
    const path = sent.slice(baseUrl.length)
    checkAnswer(init?.method ?? 'GET', path, answer, expectations)
    return response
  }
