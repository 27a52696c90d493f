/** What the timesheet page reads. Each category asks only for what its access declaration lets it read. */
import { useQuery } from '@tanstack/react-query'
import type { Category, Role } from '#entity/access.ts'
import type { Day } from '#kernel/day.ts'
import type { TimelineStep } from '#web/blocks/Timeline.tsx'
import { graphql } from '#web/core/call.ts'
import type { Session } from '#web/core/session.ts'
import type { UnitType } from '../rates/units.rules.ts'
import type { TimesheetStatus } from './timesheet.rules.ts'
import type { GridRate } from './timesheet-grid.rules.ts'

interface Party {
  readonly id: string
  readonly name: string
}

export interface TimesheetDocument {
  readonly id: string
  readonly human_id: string
  readonly type: string
  readonly status: string
  readonly due_date: string
  readonly total_amount: number
  readonly outstanding_balance: number | null
}

export interface TimesheetData {
  readonly id: string
  readonly human_id: string
  readonly status: TimesheetStatus
  readonly start_date: Day
  readonly end_date: Day
  readonly total_units: number
  readonly timesheet_frequency: 'week' | 'month'
  readonly unit_type: UnitType
  readonly comment: string | null
  readonly suspense_reason?: string | null
  readonly approved_at: string | null
  readonly approved_by_name: string | null
  readonly evidence_hash: string | null
  readonly contractor_amount?: number
  readonly client_amount?: number
  readonly currency: { readonly alpha_code: string } | null
  readonly agency: Party | null
  readonly client: Party | null
  readonly contractor: Party | null
  readonly contract: {
    readonly id: string
    readonly human_id: string
    readonly title: string
    readonly start_date: Day
    readonly end_date: Day | null
    readonly standard_units: number
    readonly timesheet_submit: 'contractor' | 'agency'
    readonly manual_timesheet_approval: boolean
    readonly rates?: readonly GridRate[]
    readonly contract_contacts?: readonly { readonly business_contact_id: string }[]
  } | null
  readonly details: readonly {
    readonly date: Day
    readonly group_id: string
    readonly rate_name: string
    readonly units: number
    readonly unit_type: UnitType
  }[]
  readonly activities: readonly TimelineStep[]
  readonly invoices?: readonly TimesheetDocument[]
}

/** The side whose rates the viewer works with: his own, and the contractor's for those who see both. */
function rateSide(category: Category): 'contractor_rate' | 'client_rate' {
  return category === 'client' || category === 'funder' ? 'client_rate' : 'contractor_rate'
}

const amounts: Record<Category, string> = {
  agency: 'contractor_amount client_amount suspense_reason',
  provider: 'contractor_amount client_amount suspense_reason',
  contractor: 'contractor_amount',
  client: '',
  funder: 'client_amount',
}

function isClientWithout(session: Session, role: Role): boolean {
  return session.category === 'client' && !session.roles.includes(role)
}

function document(session: Session): string {
  const { category } = session
  const placementRoles: readonly Role[] = ['hiring_manager', 'invoice_contact']
  const readsTerms = category !== 'client' || session.roles.some((role) => placementRoles.includes(role))
  const readsInvoices = !isClientWithout(session, 'invoice_contact')
  const clientAmount = category === 'client' && readsInvoices ? 'client_amount' : ''
  return `query timesheet($id: uuid!) {
    timesheet: transaction_timesheet_by_pk(id: $id) {
      id human_id status start_date end_date total_units timesheet_frequency unit_type comment approved_at approved_by_name evidence_hash
      ${amounts[category]} ${clientAmount}
      currency { alpha_code } agency { id name } client { id name } contractor { id name }
      contract {
        id human_id title start_date end_date standard_units timesheet_submit manual_timesheet_approval
        ${
          readsTerms
            ? `rates(where: { sub_type: { _eq: "${rateSide(category)}" } }) {
          group_id name value_text value_numeric effective_from effective_to
        }`
            : ''
        }
        ${
          readsTerms && category !== 'funder'
            ? `contract_contacts(where: { type: { _eq: "timesheet_approver" } }) { business_contact_id }`
            : ''
        }
      }
      details(order_by: { date: asc }) { date group_id rate_name units unit_type }
      activities(order_by: { created_at: desc }) { id old_status new_status message comment user_name created_at }
      ${
        readsInvoices
          ? `invoices(order_by: { human_id: asc }) { id human_id type status due_date total_amount outstanding_balance }`
          : ''
      }
    }
  }`
}

/** Null when there is no such timesheet, or none of the viewer's: the two read the same. */
export function useTimesheet(session: Session, id: string) {
  return useQuery({
    queryKey: ['timesheet', session.business_contact_id, id],
    queryFn: async ({ signal }) =>
      (await graphql<{ timesheet: TimesheetData | null }>(document(session), { id }, signal)).timesheet,
  })
}

/** The period before this one, for "Copy last period". */
export async function lastPeriod(contract_id: string, before: Day): Promise<TimesheetData['details']> {
  const answer = await graphql<{ last: readonly { details: TimesheetData['details'] }[] }>(
    `query last($contract_id: uuid!, $before: date!) {
      last: transaction_timesheet(
        where: { contract_id: { _eq: $contract_id }, start_date: { _lt: $before }, total_units: { _gt: 0 } }
        order_by: { start_date: desc } limit: 1
      ) { details { date group_id rate_name units unit_type } }
    }`,
    { contract_id, before },
  )
  return answer.last[0]?.details ?? []
}
