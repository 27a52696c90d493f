/** Figures to date of another payroll, beside the payslips of a tax year. */
import { useQuery } from '@tanstack/react-query'
import { category_roles, payroll_data_roles } from '#entity/roles.ts'
import { type Day, day, partsOf } from '#kernel/day.ts'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { minorOf } from '#web/kinds/amount.tsx'
import { isOneOf } from '../../shared/who-may.rules.ts'
import type { PayslipAmounts } from '../figures/payslip.rules.ts'
import {
  payslipAmountsOf,
  sourceName,
  type TakeoverAmount,
  type TakeoverAmounts,
  takeover_amounts,
} from './payroll-takeover.rules.ts'

const document = gql(`query payslip_takeover($where: business_payroll_takeover_bool_exp!) {
  taken: business_payroll_takeover(where: $where, order_by: [{ id: asc }], limit: 10) {
    id source last_pay_day previous_pay previous_tax gross_pay taxable_pay income_tax student_loan postgraduate_loan
    pension_net_pay pension_at_source other_deductions employer_pension ni_earnings at_lel lel_to_pt pt_to_uel
    employee_ni employer_ni earlier_ni_earnings earlier_at_lel earlier_lel_to_pt earlier_pt_to_uel
    earlier_employee_ni earlier_employer_ni
    second_earlier_ni_earnings second_earlier_at_lel second_earlier_lel_to_pt second_earlier_pt_to_uel
    second_earlier_employee_ni second_earlier_employer_ni third_earlier_ni_earnings third_earlier_at_lel
    third_earlier_lel_to_pt third_earlier_pt_to_uel third_earlier_employee_ni third_earlier_employer_ni
    since_ni_earnings since_at_lel since_lel_to_pt since_pt_to_uel since_employee_ni since_employer_ni
    smp spp sap shpp spbp sncp
  }
}`)

const readers = {
  agency: payroll_data_roles,
  contractor: category_roles.contractor,
  provider: category_roles.provider,
}

export type TakenOverYear = { readonly source: string; readonly amounts: PayslipAmounts }

const none: readonly TakenOverYear[] = []

const penceOf = (of: Readonly<Record<TakeoverAmount, number>>): TakeoverAmounts =>
  Object.fromEntries(takeover_amounts.map((field) => [field, minorOf(of[field])])) as TakeoverAmounts // Every field once.

/** Of the worker's tax year that begins on `start`, for viewers that read payroll data. */
export function useTakenOver(
  { contractor_id, agency_id }: { readonly contractor_id: string; readonly agency_id: string },
  start: Day,
): readonly TakenOverYear[] {
  const session = useSession()
  const query = useQuery({
    enabled: isOneOf(session, readers),
    queryKey: ['payslip_takeover', contractor_id, agency_id, start],
    queryFn: async ({ signal }) => {
      const where = {
        contractor_id: { _eq: contractor_id },
        agency_id: { _eq: agency_id },
        tax_year: { _eq: partsOf(start).year },
      }
      return (await graphql(document, { where }, signal)).taken.map((one) => ({
        source: sourceName({ source: one.source, last_pay_day: day(one.last_pay_day) }),
        amounts: payslipAmountsOf(penceOf(one)),
      }))
    },
  })
  return query.data ?? none
}
