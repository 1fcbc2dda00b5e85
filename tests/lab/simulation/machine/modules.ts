/** A module with other members in the place of some. */
export const like = (module: object, members: object): object =>
  Object.create(module, Object.getOwnPropertyDescriptors(members))
