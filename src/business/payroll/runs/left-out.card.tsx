/** Work that a run leaves out, and the timesheets of a payslip that may be left out. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Viewer } from '#entity/access.ts'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { dayText } from '#web/kinds/time.tsx'
import type { ListRow } from '#web/list/model/list.ts'
import { Button } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import { reason_field } from '../../shared/form-choices.view.ts'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { RowLine, RowsCard } from '../employment/employment-rows.card.tsx'
import { who } from './pay-run.rules.ts'
import type { LeftOut } from './run-work.rules.ts'

const isLeftOut = (one: unknown): one is LeftOut =>
  typeof one === 'object' && one !== null && 'timesheet_id' in one && 'human_id' in one && 'reason' in one

const leftOutOf = (kept: unknown): readonly LeftOut[] => (Array.isArray(kept) ? kept.filter(isLeftOut) : [])

/** Statuses in which the work of a run may change. */
const changing: readonly unknown[] = ['open', 'calculated', 'checked']

const mayChange = (viewer: Pick<Viewer, 'category' | 'roles'>, status: unknown): boolean =>
  isOneOf(viewer, who.leave_out) && changing.includes(status)

/** The timesheets that a run leaves out, on its page. */
export function LeftOutWork({ row }: { row: ListRow }) {
  const session = useSession()
  const left_out = leftOutOf(row.left_out)
  const run = useAction('transaction.pay_run.take_in', { success: 'Calculate the run again' })
  if (left_out.length === 0) return null
  return (
    <RowsCard title="Left out" empty="" action={null}>
      {left_out.map(({ timesheet_id, human_id, worker, reason, by }) => (
        <RowLine
          key={timesheet_id}
          action={
            mayChange(session, row.status) && (
              <Button
                size="sm"
                verb="transaction.pay_run.take_in"
                busy={run.busy}
                onClick={() => void run.run({ id: row.id, timesheet_id })}
              >
                Pay with this run
              </Button>
            )
          }
        >
          <Link to={pathOf({ category: session.category, path: 'transaction/timesheet', id: timesheet_id })}>
            {human_id}
          </Link>
          <span>{worker}</span>
          <span>{reason}</span>
          <span className="text-n11">{by}</span>
        </RowLine>
      ))}
    </RowsCard>
  )
}

const waiting = gql(`query run_timesheets($contractor_id: uuid!, $agency_id: uuid!, $pay_day: date!) {
  sheets: transaction_timesheet(
    where: {
      contractor_id: { _eq: $contractor_id } agency_id: { _eq: $agency_id } status: { _eq: "suspense" }
      held_by: { _is_null: true } start_date: { _lte: $pay_day }
    }
    order_by: [{ start_date: asc }, { id: asc }] limit: 50
  ) { id human_id start_date end_date }
  bills: transaction_invoice(
    where: {
      contractor_id: { _eq: $contractor_id } agency_id: { _eq: $agency_id } type: { _eq: "contractor-agency" } status: { _eq: "open" }
      is_self_billed: { _eq: true } is_credit_note: { _eq: false } timesheet_id: { _is_null: false } due_date: { _lte: $pay_day }
    }
    order_by: [{ due_date: asc }, { id: asc }] limit: 50
  ) { timesheet { id human_id start_date end_date } }
}`)

/** Timesheets that wait for their pay; of an off-payroll worker, those with self-bills that wait for their deduction. */
const sheetsOf = ({ sheets, bills }: Answer<typeof waiting>, off_payroll: boolean) =>
  off_payroll ? bills.flatMap(({ timesheet }) => timesheet ?? []) : sheets

interface SlipWorkProps {
  readonly contractor_id: string
  readonly agency_id: string
  readonly pay_run_id: string
  readonly pay_day: string
  readonly status: unknown
  readonly left_out: unknown
  readonly off_payroll: boolean
}

/** The worker's timesheets on a calculated payslip; each can be left for another run. */
export function SlipWork({
  contractor_id,
  agency_id,
  pay_run_id,
  pay_day,
  status,
  left_out,
  off_payroll,
}: SlipWorkProps) {
  const session = useSession()
  const [asked, setAsked] = useState<{ readonly id: string; readonly human_id: string } | null>(null)
  const query = useQuery({
    enabled: mayChange(session, status),
    queryKey: ['run_timesheets', contractor_id, agency_id, pay_day],
    queryFn: async ({ signal }) =>
      sheetsOf(await graphql(waiting, { contractor_id, agency_id, pay_day }, signal), off_payroll),
  })
  if (!query.data || !mayChange(session, status)) return null
  const waits = leftOutOf(left_out).map(({ timesheet_id }) => timesheet_id)
  return (
    <>
      <RowsCard title="Timesheets" empty="No timesheet waits for its pay." action={null}>
        {query.data
          .filter(({ id }) => !waits.includes(id))
          .map((sheet) => (
            <RowLine
              key={sheet.id}
              action={
                <Button size="sm" onClick={() => setAsked(sheet)}>
                  Leave out
                </Button>
              }
            >
              <Link to={pathOf({ category: session.category, path: 'transaction/timesheet', id: sheet.id })}>
                {sheet.human_id}
              </Link>
              <span>
                {dayText(sheet.start_date)} to {dayText(sheet.end_date)}
              </span>
            </RowLine>
          ))}
      </RowsCard>
      {asked && (
        <VerbModal
          title={`Leave ${asked.human_id} out`}
          description="It waits for another pay run. This one is calculated again."
          action_id="transaction.pay_run.leave_out"
          fixed={{ id: pay_run_id, timesheet_id: asked.id }}
          fields={[reason_field]}
          submit="Leave out"
          success={`${asked.human_id} is left out: calculate the run again`}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
