/** Safe SQL text. Names and literals come from declarations; a caller's input is a parameter. */

/** A name as PostgreSQL reads it, whatever letters it has. */
export function ident(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** `transaction.invoice` as `"transaction"."invoice"`. */
export function qualified(name: string): string {
  return name.split('.').map(ident).join('.')
}

/** A constant of a declaration. Constants are written out, so that partial indexes match under generic plans. */
export function literal(value: string | boolean | number): string {
  if (typeof value !== 'string') return String(value)
  const quoted = `'${value.replaceAll("'", "''")}'`
  return value.includes('\\') ? ` E${quoted.replaceAll('\\', '\\\\')}` : quoted
}
