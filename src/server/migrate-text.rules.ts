/** The text of migrations: what may not stand in a file that runs in one transaction with all others. */

/** Comments, quoted texts and function bodies blanked. */
const codeOf = (sql: string): string =>
  sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:''|[^'])*'|(\$\w*\$)[\s\S]*?\1/g, ' ')

/** Those that end the transaction, and those that PostgreSQL refuses inside one. */
const alone =
  /^(begin|start transaction|commit|end|rollback|abort|savepoint|release|prepare transaction|vacuum|alter system|(create|drop) (database|tablespace)|(create( unique)?|drop) index concurrently|reindex (database|system)|reindex .*\bconcurrently)\b/i

/** Statements of a migration that cannot run in its transaction. */
export function statementsAlone(sql: string): string[] {
  return codeOf(sql)
    .split(';')
    .map((statement) => statement.trim().replace(/\s+/g, ' '))
    .flatMap((statement) => alone.exec(statement)?.[0].toLowerCase() ?? [])
}
