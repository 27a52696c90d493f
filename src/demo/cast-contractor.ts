/** A contractor of the demo world, with one placement. */
import type { AgencyKey, FunderKey } from './cast-types.ts'

export type CastContractor = {
  readonly key: string
  readonly first_name: string
  readonly last_name: string
  /** In years on the first of January before the placement begins; drawn where it is absent. */
  readonly age?: number
  /** Of workers on payroll: returns to HMRC state it. */
  readonly gender?: 'F' | 'M'
  readonly payment_type: 'paye' | 'limited' | 'umbrella' | 'selfemployed'
  /** Name of the person's own company or trade, or key of an umbrella. */
  readonly paid_through?: string
  readonly is_vat_registered?: boolean
  readonly agency: AgencyKey
  readonly client: string
  /** Construction work; a payee outside PAYE has gross payment status. */
  readonly is_construction?: true
  readonly title: string
  readonly contractor_rate: string
  readonly client_rate: string
  readonly overtime?: readonly [contractor_rate: string, client_rate: string]
  readonly unit_type?: 'daily'
  readonly currency?: 'EUR'
  readonly timesheet_frequency?: 'month'
  /** Weeks before today on which the placement began and ended. */
  readonly weeks: number
  readonly until?: number
  /** Funded by default. */
  readonly funding_type?: 'partly_funded' | 'paid_when_paid'
  readonly funder?: FunderKey
  /** The agency enters the timesheets. */
  readonly timesheet_submit?: 'agency'
  /** The agency may approve by hand. */
  readonly manual_timesheet_approval?: boolean
  readonly conduct_regs_opt_out?: boolean
}
