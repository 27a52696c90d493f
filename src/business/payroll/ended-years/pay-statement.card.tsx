/** Corrections of a payslip after its tax year ended: the statement of its worker. */
import { useQuery } from '@tanstack/react-query'
import { category_roles, payroll_data_roles } from '#entity/roles.ts'
import { action } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { minorOf } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Card } from '#web/ui/Card.tsx'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { CorrectedLines } from './corrected-lines.card.tsx'

interface Statement {
  readonly id: string
  readonly corrected_on: string
  readonly lines: readonly {
    readonly pay_day: string
    readonly name: string
    readonly amount: string
    readonly why: string
  }[]
  readonly net_pay: string
  readonly is_paid: boolean
}

const readers = {
  agency: payroll_data_roles,
  contractor: category_roles.contractor,
  provider: category_roles.provider,
}

export function PayStatement({
  payslip_id,
  pay_day,
}: {
  readonly payslip_id: string
  readonly pay_day: string
}) {
  const session = useSession()
  const query = useQuery({
    enabled: isOneOf(session, readers),
    queryKey: ['pay_statement', payslip_id],
    queryFn: () =>
      action<{ corrections: readonly Statement[] }>(
        'transaction.year_correction.statement',
        { payslip_id },
        crypto.randomUUID(),
      ),
  })
  return (query.data?.corrections ?? []).map((one) => (
    <Card key={one.id} title={`Corrected on ${dayText(one.corrected_on)}`} flush>
      <CorrectedLines
        lines={one.lines.map((line) => ({ ...line, is_cost: false }))}
        pay_day={pay_day}
        net={one.net_pay}
      />
      <p className="p-3 text-n11">{settledText(one)}</p>
    </Card>
  ))
}

function settledText({ net_pay, is_paid }: Statement): string {
  const net = minorOf(net_pay)
  if (net < 0) return 'Net pay that was too much is owed, and taken back from later pay.'
  if (net === 0) return 'Nothing is to be paid.'
  return is_paid ? 'Net pay is paid.' : 'The next payment batch pays the net pay.'
}
