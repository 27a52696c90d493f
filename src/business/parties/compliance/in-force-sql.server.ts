/** A paper is verified and in force on the day. @param d the document's name @param on SQL of a day */
export const inForceSql = (d: string, on: string): string =>
  `${d}.status = 'completed' and ${d}.deleted_at is null
     and coalesce(${d}.valid_from, '-infinity') <= ${on}::date and coalesce(${d}.valid_to, 'infinity') >= ${on}::date`
