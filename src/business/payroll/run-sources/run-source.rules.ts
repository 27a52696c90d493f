/** Records that make the figures of a pay run, and the words for a change of one. Pure. */

type Source = {
  /** The noun before the name of the record. */
  readonly noun: string
  /**
   * SQL of the changed rows `c`: name, contractor_id (null for facts of all workers), paye_scheme_id or agency_id, and
   * `timesheet_id` of work.
   */
  readonly sql: string
}

const of_employment = (table: string): string =>
  `select c.entity, c.id, k.name, e.contractor_id, e.paye_scheme_id, null::uuid as agency_id, null::uuid as timesheet_id
   from changed c join ${table} f on f.id = c.id join business.employment e on e.id = f.employment_id
   join business.business k on k.id = e.contractor_id where c.entity = '${table}'`

const of_scheme = (table: string, scheme: string): string =>
  `select c.entity, c.id, s.employer_reference as name, null::uuid as contractor_id, s.id as paye_scheme_id, null::uuid as agency_id,
     null::uuid as timesheet_id
   from changed c join ${table} f on f.id = c.id join business.paye_scheme s on s.id = f.${scheme} where c.entity = '${table}'`

const of_run = `select c.entity, c.id, r.human_id as name, null::uuid as contractor_id, r.paye_scheme_id, null::uuid as agency_id,
   null::uuid as timesheet_id
 from changed c join transaction.pay_run r on r.id = c.id where c.entity = 'transaction.pay_run'`

const fact = (table: string, noun: string): readonly [string, Source] => [
  table,
  { noun: `${noun} of`, sql: of_employment(table) },
]

export const run_sources: ReadonlyMap<string, Source> = new Map([
  fact('business.tax_code', 'Tax code'),
  fact('business.ni_category', 'NI category'),
  fact('business.student_loan', 'Student loan'),
  fact('business.attachment_order', 'Attachment order'),
  fact('business.agreed_deduction', 'Deduction by agreement'),
  fact('business.pension_membership', 'Pension'),
  fact('business.payroll_takeover', 'Payroll takeover'),
  fact('transaction.statutory_absence', 'Absence'),
  fact('transaction.holiday', 'Holiday'),
  fact('transaction.holiday_movement', 'Holiday hours'),
  fact('transaction.overpayment', 'Overpayment'),
  fact('transaction.year_correction', 'Correction of an ended tax year'),
  [
    'business.employment',
    {
      noun: 'Employment of',
      sql: `select c.entity, c.id, k.name, e.contractor_id, e.paye_scheme_id, null::uuid as agency_id, null::uuid as timesheet_id
        from changed c join business.employment e on e.id = c.id join business.business k on k.id = e.contractor_id
        where c.entity = 'business.employment'`,
    },
  ],
  ['business.paye_scheme', { noun: 'PAYE scheme', sql: of_scheme('business.paye_scheme', 'id') }],
  [
    'business.pension_scheme',
    { noun: 'Pension scheme of', sql: of_scheme('business.pension_scheme', 'paye_scheme_id') },
  ],
  ['transaction.pay_run', { noun: 'Pay run', sql: of_run }],
  [
    'transaction.timesheet',
    {
      noun: 'Timesheet',
      sql: `select c.entity, c.id, t.human_id || ' of ' || k.name as name, t.contractor_id, null::uuid as paye_scheme_id, t.agency_id,
          t.id as timesheet_id
        from changed c join transaction.timesheet t on t.id = c.id join business.business k on k.id = t.contractor_id
        where c.entity = 'transaction.timesheet'`,
    },
  ],
])

export interface AuditedEntry {
  readonly entity: string
  readonly entity_id: string
  readonly old_values?: Readonly<Record<string, unknown>> | undefined
  readonly new_values?: Readonly<Record<string, unknown>> | undefined
}

/** Other runs change figures to date once they are approved or reopened; their other steps come by the dozen. */
const changesFigures = ({ entity, old_values = {}, new_values = {} }: AuditedEntry): boolean =>
  entity !== 'transaction.pay_run' || new_values.status === 'approved' || old_values.status === 'approved'

/** The entries that may change the figures of a run. */
export const sourcesOf = <E extends AuditedEntry>(entries: readonly E[]): E[] =>
  entries.filter((entry) => run_sources.has(entry.entity) && changesFigures(entry))

/** By the last word of the action. */
const done: Readonly<Record<string, string>> = {
  approve: 'approved',
  refine: 'corrected',
  reject: 'rejected',
  end: 'ended',
  stop: 'stopped',
  withdraw: 'withdrawn',
  reopen: 'reopened',
  leave: 'given a leave date',
}

/** `Tax code of Ann Reed entered` */
export function changeText(
  entry: Pick<AuditedEntry, 'entity' | 'old_values'>,
  action_id: string,
  name: string,
): string {
  const noun = run_sources.get(entry.entity)?.noun ?? 'Facts of'
  const word = done[action_id.slice(action_id.lastIndexOf('.') + 1)]
  return `${noun} ${name} ${word ?? (entry.old_values === undefined ? 'entered' : 'changed')}`
}

/** A change of a source, as the page of the run names it. */
export type SourceChange = {
  readonly what: string
  readonly by: string
  readonly at: string
}

/** Why a run went back: the changes, the workers with other figures, and how many more of each. */
export type WentBackFor = {
  readonly changes: readonly SourceChange[]
  readonly more_changes: number
  readonly differences: readonly string[]
  readonly more_differences: number
}
