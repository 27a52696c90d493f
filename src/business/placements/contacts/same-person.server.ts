/** Two contacts, in SQL: one user, address or phone. */
export const samePersonSql = (one: string, other: string): string =>
  `(${one}.user_id = ${other}.user_id or lower(${one}.email) = lower(${other}.email)
    or ${one}.contact_phone = ${other}.contact_phone and ${one}.contact_phone <> '')`
