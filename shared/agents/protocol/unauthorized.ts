/**
 * The message of the API's 401. Agents end themselves on exactly this one: anything else may
 * come from a Wi-Fi's login page or from another server.
 */
export const unauthorizedText = 'Unauthorized API access'
