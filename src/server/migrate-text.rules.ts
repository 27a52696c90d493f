/** The text of migrations: statements that may not run in one transaction with all other files. */

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

/** Statements after which code of an earlier release fails. */
const contracting =
  /^(drop (table|view|schema|column|function|type)|alter table .*\b(drop column|rename|set not null|alter column \S+ (set data )?type))/i

const MARK = /^-- contract: since v(\d+\.\d+(?:\.\d+)?)$/m

/** The release of the `contract:` mark, after which no code uses the removed parts; null without a mark. */
export const contractedSince = (sql: string): string | null => MARK.exec(sql)?.[1] ?? null

/** Statements of a file that take something away from the code of an earlier release. */
export function contractions(sql: string): string[] {
  return codeOf(sql)
    .split(';')
    .map((statement) => statement.trim().replace(/\s+/g, ' '))
    .filter((statement) => contracting.test(statement))
}
