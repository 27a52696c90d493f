/** Credit control is between agency and provider; a client reads its mails and nothing of the plan. */
import type { Access } from '#entity/access.ts'
import { own } from '../shared/own-rows.access.ts'
import type {
  chase,
  chase_invoice,
  chase_pause,
  chase_step,
  client_statement_schedule,
  payment_promise,
  statement_schedule,
} from './credit.entity.ts'

const ours = {
  agency: { rows: own.agency, fields: 'all' },
  client: null,
  contractor: null,
  funder: null,
  provider: { rows: own.provider, fields: 'all' },
} as const

export const chase_step_access: Access<typeof chase_step> = ours
export const statement_schedule_access: Access<typeof statement_schedule> = ours
export const client_statement_schedule_access: Access<typeof client_statement_schedule> = ours
export const chase_pause_access: Access<typeof chase_pause> = ours
export const chase_access: Access<typeof chase> = ours
export const chase_invoice_access: Access<typeof chase_invoice> = ours
export const payment_promise_access: Access<typeof payment_promise> = ours
