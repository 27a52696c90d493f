/** Sets of each kind in the small world of a walk, and their documents. */
import { present } from '#kernel/assert.ts'
import { seedApprovedExpense } from '../fixtures/documents.ts'
import { seedApprovedTimesheet, seedTimesheets } from '../fixtures/world.ts'
import { payroll } from './moves-cash.ts'
import { correction_moves } from './moves-corrections.ts'
import { choose, clients, type Stage } from './moves-stage.ts'

export type Document = {
  readonly id: string
  readonly type: string
  readonly client_id: string | null
  readonly from_business_id: string
  readonly outstanding_balance: string
}
const asked = { a: 0, b: 0, size: 50 }

/** Work of a placement: the first is billed by a company, the last is paid by payroll. */
async function week(within: Stage, at: number): Promise<void> {
  const placement = choose(within.placements, at)
  const [sheet] = await seedTimesheets(within.world, placement)
  await seedApprovedTimesheet(within.world, placement, present(sheet, 'a week'))
}

/** Raises one set of each kind. */
export const kinds = {
  timesheet: (within) => week(within, 0),
  paye: async (within) => {
    await week(within, 3)
    await payroll(within)
  },
  expense: (within) => seedApprovedExpense(within.world, choose(within.placements, 0)),
  perm: (within) => correction_moves.perm(within, asked),
  sale: (within) => correction_moves.sale(within, asked),
  fee: (within) => correction_moves.fee(within, asked),
  bill: (within) => correction_moves.bill(within, asked),
} satisfies Record<string, (within: Stage) => Promise<unknown>>
export type Kind = keyof typeof kinds

const generation: Record<Kind, string> = {
  timesheet: 'timesheet',
  paye: 'paye%',
  expense: 'expense',
  perm: 'perm%',
  sale: 'sales%',
  fee: 'adhoc%',
  bill: 'purchase%',
}

/** The document of the newest set of its kind that a client has yet to pay, or else the agency. */
export async function newest({ database, provider_id }: Stage, kind: Kind): Promise<Document> {
  const { rows } = await database.owner.query<Document>(
    `select id, type, client_id, from_business_id, outstanding_balance from transaction.invoice
     where provider_id = $1 and not is_credit_note and total_amount > 0
       and generation_type like $2 and type not in ('agency_earnings', 'agency-provider', 'agency-funder')
     order by ${clients} desc, outstanding_balance > 0 desc, raised_date desc, human_id desc limit 1`,
    [provider_id, generation[kind]],
  )
  return present(rows[0], kind)
}
