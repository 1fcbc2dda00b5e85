import {
  fieldOf,
  parseSecret,
  previousFieldOf,
  type RotatableName,
  validValues,
} from '../../shared/platform/deployment/secret-fields.ts'

/**
 * The JSON of a secret with a new value, beside which the current one stays valid. Throws
 * when an earlier rotation is not finished: its previous value is still in use.
 */
export function startRotation(
  json: string,
  name: RotatableName,
  newValue: string,
): string {
  const [current, previous] = validValues(parseSecret(json), name)
  if (previous !== undefined) {
    throw new Error('The last rotation is not finished: first run this with --finish.')
  }
  return withFields(json, {
    [fieldOf(name)]: newValue,
    ...(current !== undefined && { [previousFieldOf(name)]: current }),
  })
}

/** The JSON in which only the current value is valid. Throws when no rotation has started. */
export function finishRotation(json: string, name: RotatableName): string {
  const [, previous] = validValues(parseSecret(json), name)
  if (previous === undefined) throw new Error('There is no rotation to finish.')
  return withFields(json, { [previousFieldOf(name)]: undefined })
}

/** Whatever else people entered stays as it is. */
const withFields = (json: string, fields: Readonly<Record<string, string | undefined>>) =>
  JSON.stringify({ ...(JSON.parse(json) as object), ...fields }, null, 2)
