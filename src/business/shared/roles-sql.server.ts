/** A list of roles as an SQL array. */
export const rolesSql = (roles: readonly string[]): string =>
  `array[${roles.map((role) => `'${role}'`).join(', ')}]::text[]`
