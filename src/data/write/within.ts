import type { Build } from '../build.ts'
import { ident } from '../sql.ts'
import type { Within } from './write-access.ts'

/** Is the row young enough to be changed? */
export const withinSql = (build: Build, within: Within | null, alias: string): string[] =>
  within === null
    ? []
    : [`${alias}.${ident(within.since)} > ${build.now()} - interval '${within.minutes} minutes'`]
