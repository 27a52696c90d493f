/** The data of the timesheet page. Each category asks only for readable fields. */
import { useQuery } from '@tanstack/react-query'
import type { Category, Role } from '#entity/access.ts'
import { client_placement_roles } from '#entity/roles.ts'
import { addDays, type Day, day, weekday } from '#kernel/day.ts'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import type { Session } from '#web/core/session.ts'

/** The viewer's rate side; the contractor's for those who see both. */
function rateSide(category: Category): 'contractor_rate' | 'client_rate' {
  return category === 'client' || category === 'funder' ? 'client_rate' : 'contractor_rate'
}

function isClientWithout(session: Session, role: Role): boolean {
  return session.category === 'client' && !session.roles.includes(role)
}

const document = gql(`query timesheet(
  $id: uuid!, $side: String!, $reads_contractor_amount: Boolean!, $reads_client_amount: Boolean!, $reads_suspense: Boolean!,
  $reads_rates: Boolean!, $reads_approvers: Boolean!, $reads_invoices: Boolean!
) {
  timesheet: transaction_timesheet_by_pk(id: $id) {
    id human_id status start_date end_date total_units type timesheet_frequency unit_type refines_id comment submitted_date submitted_by approved_at approved_by approved_by_name evidence_hash updated_at
    contractor_amount @include(if: $reads_contractor_amount)
    client_amount @include(if: $reads_client_amount)
    suspense_reason @include(if: $reads_suspense)
    evidence_status @include(if: $reads_suspense)
    held_by @include(if: $reads_suspense)
    currency { alpha_code } agency { id name } client { id name } contractor { id name }
    contract {
      id human_id title start_date end_date standard_units timesheet_submit manual_timesheet_approval
      rates(where: { sub_type: { _eq: $side } }) @include(if: $reads_rates) {
        group_id name value_text value_numeric value_jsonb_object effective_from effective_to
      }
      contract_contacts(where: { type: { _eq: "timesheet_approver" } }) @include(if: $reads_approvers) {
        business_contact_id business_contact { name }
      }
    }
    details(order_by: { date: asc }) { date group_id rate_name units unit_type unit_fraction availability description }
    activities(order_by: { created_at: desc }) { id old_status new_status message comment user_name created_at }
    invoices(order_by: { human_id: asc }) @include(if: $reads_invoices) {
      id human_id type status due_date total_amount outstanding_balance
    }
  }
}`)

export type TimesheetData = NonNullable<Answer<typeof document>['timesheet']>
export type TimesheetDocument = NonNullable<TimesheetData['invoices']>[number]

const last_document = gql(`query last_timesheet($contract_id: uuid!, $before: date!) {
  last: transaction_timesheet(
    where: { contract_id: { _eq: $contract_id }, start_date: { _lt: $before }, total_units: { _gt: 0 } }
    order_by: { start_date: desc } limit: 1
  ) { details { date group_id rate_name units unit_type unit_fraction availability description } }
}`)

function variablesOf(session: Session) {
  const { category } = session
  const isInside = category === 'agency' || category === 'provider'
  const placementRoles: readonly Role[] = client_placement_roles
  const reads_placement = category !== 'client' || session.roles.some((role) => placementRoles.includes(role))
  const reads_invoices = !isClientWithout(session, 'invoice_contact')
  return {
    side: rateSide(category),
    reads_contractor_amount: isInside || category === 'contractor',
    reads_client_amount: category !== 'contractor' && reads_invoices,
    reads_suspense: isInside,
    reads_rates: reads_invoices,
    reads_approvers: reads_placement && category !== 'funder',
    reads_invoices,
  }
}

/** Null when there is no such timesheet, or none of the viewer's: the two read the same. */
export function useTimesheet(session: Session, id: string) {
  return useQuery({
    queryKey: ['timesheet', session.business_contact_id, id],
    queryFn: async ({ signal }) =>
      (await graphql(document, { id, ...variablesOf(session) }, signal)).timesheet,
  })
}

const sheets_beside = gql(`query timesheets_beside($contractor_id: uuid!, $from: date!, $until: date!) {
  beside: transaction_timesheet(where: {
    contractor_id: { _eq: $contractor_id }, end_date: { _gte: $from }, start_date: { _lte: $until }
    status: { _in: ["submitted", "approved", "suspense"] }
  }) { id submitted_date details(where: { units: { _neq: 0 } }) { date units unit_type } }
}`)

/** The readable timesheets of the worker in the weeks of this one, also of other placements. */
export function useSheetsBeside(session: Session, sheet: TimesheetData, enabled: boolean) {
  const from = day(sheet.start_date)
  const until = day(sheet.end_date)
  return useQuery({
    queryKey: ['timesheets_beside', session.business_contact_id, sheet.id],
    queryFn: async ({ signal }) => {
      const asked = {
        contractor_id: sheet.contractor?.id ?? '',
        from: addDays(from, 1 - weekday(from)),
        until: addDays(until, 7 - weekday(until)),
      }
      return (await graphql(sheets_beside, asked, signal)).beside
    },
    enabled,
  })
}

/** The period before this one, for "Copy last period". */
export async function lastPeriod(contract_id: string, before: Day): Promise<TimesheetData['details']> {
  const answer = await graphql(last_document, { contract_id, before })
  return answer.last[0]?.details ?? []
}
