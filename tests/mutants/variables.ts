/** The environment's variable that names the room whose tests run. */
export const roomVariable = 'POS_MUTANTS_ROOM'

/** Whether each test file loads its modules anew: `true` or absent. */
export const staticVariable = 'POS_MUTANTS_STATIC'
