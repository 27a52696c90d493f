/** A timesheet that the agency makes by hand, besides those of the calendar: manual, or payroll for a PAYE worker. */
import { day, formatDayLong, parseDay } from '#kernel/day.ts'
import { validationText } from '#kernel/messages.ts'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import type { Made } from '#web/form/fields.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { placementField } from '../approvable-work/placement-choice.form.tsx'
import { placements_offered, usePlacementChoice } from '../approvable-work/placement-choice.hook.ts'
import { newPeriodErrors } from './new-timesheet.rules.ts'

const document = gql(`query timesheet_placements($where: contract_temp_placement_bool_exp!, $limit: Int!) {
  placements: contract_temp_placement(where: $where, order_by: [{ updated_at: desc }, { id: asc }], limit: $limit) {
    id human_id title start_date end_date client { name } contractor { name } payment_company { type }
    timesheets(where: { type: { _in: ["manual", "payroll"] }, status: { _neq: "cancelled" } }) { start_date }
  }
}`)

type Placement = Answer<typeof document>['placements'][number]

const labelOf = ({ title, contractor, client, human_id }: Placement): string =>
  `${contractor?.name ?? ''}, ${title} at ${client?.name ?? ''} (${human_id})`

export function NewTimesheetPage() {
  const { category, today } = useSession()
  const go = useGo()
  const choice = usePlacementChoice({
    key: 'timesheet_placements',
    read: async (where, signal) =>
      (await graphql(document, { where, limit: placements_offered }, signal)).placements,
    labelOf,
  })
  return (
    <>
      <PageHeader
        title="New timesheet"
        back={{ to: pathOf({ category, path: 'transaction/timesheet' }), label: 'Timesheets' }}
      />
      <div className="max-w-200 px-4 pb-6">
        {!choice.isPending && (
          <VerbForm
            action_id="transaction.timesheet.create"
            intro="For days that no timesheet covers any more. You enter its time on the next page, and its approver decides as usual."
            initial={{ contract_id: choice.only }}
            fields={[
              placementField<{ readonly contract_id: string }, Placement>(choice, kindOf),
              { kind: 'day', name: 'start_date', label: 'First day', required: true },
              { kind: 'day', name: 'end_date', label: 'Last day', required: true },
              { kind: 'area', name: 'comment', label: 'Comment', max: 4000, wide: true },
            ]}
            check={({ contract_id, start_date, end_date }) =>
              periodFaults(choice.known.get(contract_id), { start_date, end_date }, today)
            }
            submit="Make timesheet"
            success={({ human_id }: Made) => `${human_id} is made: enter its time`}
            onDone={({ id }: Made) => go.replace(pathOf({ category, path: 'transaction/timesheet', id }))}
          />
        )}
      </div>
    </>
  )
}

/** The kind of timesheet follows from how the worker is paid. */
function kindOf(placement: Placement): string {
  const kind = placement.payment_company?.type === 'contractor' ? 'Payroll timesheet' : 'Manual timesheet'
  const end = placement.end_date ? formatDayLong(placement.end_date) : 'further notice'
  return `${kind}. In force from ${formatDayLong(placement.start_date)} to ${end}`
}

function periodFaults(
  placement: Placement | undefined,
  typed: { readonly start_date: string; readonly end_date: string },
  today: string,
) {
  const start_date = parseDay(typed.start_date)
  const end_date = parseDay(typed.end_date)
  if (!placement || start_date === null || end_date === null) return {}
  const errors = newPeriodErrors({ start_date, end_date }, placement, day(today))
  const is_taken = placement.timesheets.some((one) => one.start_date === start_date)
  return is_taken ? { ...errors, start_date: validationText.date_reuse } : errors
}
