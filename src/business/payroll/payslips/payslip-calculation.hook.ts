/** The calculation behind an issued payslip, for its readers. */
import { useQuery } from '@tanstack/react-query'
import { category_roles, payroll_data_roles } from '#entity/roles.ts'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { isOneOf } from '../../shared/who-may.rules.ts'

const of_payslip = gql(`query payslip_calculation($id: uuid!) {
  calculated: transaction_pay_run_payslip(where: { payslip_id: { _eq: $id } }, limit: 1) { id lines net_pay tax_code ni_letter }
}`)

const readers = {
  agency: payroll_data_roles,
  contractor: category_roles.contractor,
  provider: category_roles.provider,
}

/** Undefined for a payslip of a bureau's figures. */
export function usePayslipCalculation(payslip_id: string) {
  const session = useSession()
  const query = useQuery({
    enabled: isOneOf(session, readers),
    queryKey: ['payslip_calculation', payslip_id],
    queryFn: ({ signal }) => graphql(of_payslip, { id: payslip_id }, signal),
  })
  return query.data?.calculated[0]
}
