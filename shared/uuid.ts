const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** True if a text is a UUID, as all ids of records are. */
export const isUuid = (value: string): boolean => uuid.test(value)
