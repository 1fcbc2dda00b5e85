/**
 * Calls the simulated node's controls, such as `pay`. Throws an Error that says why the node
 * refused, or that none answers.
 */
export async function callSimulator<Answer>(
  nodeUrl: string,
  name: string,
  body: object,
): Promise<Answer> {
  const response = await fetch(`${nodeUrl}/_simulator/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new Error(
      `no simulated node answers at ${nodeUrl}: start the system, or give the POS_NODE_PORT that it was started with`,
    )
  })
  const answer = (await response.json()) as Answer & { message?: string }
  if (!response.ok) throw new Error(answer.message)
  return answer
}
