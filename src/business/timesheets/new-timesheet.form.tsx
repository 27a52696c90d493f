/** A timesheet that the agency makes by hand, besides those of the calendar: manual, or payroll for a PAYE worker. */
import { useQuery } from '@tanstack/react-query'
import { day, formatDayLong, parseDay } from '#kernel/day.ts'
import { validationText } from '#kernel/messages.ts'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { isText } from '#web/drafts/form-draft.ts'
import type { Made } from '#web/form/fields.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { Combobox } from '#web/ui/Combobox.tsx'
import type { Option } from '#web/ui/inputs.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { newPeriodErrors } from './new-timesheet.rules.ts'

const document = gql(`query timesheet_placements {
  placements: contract_temp_placement(where: { status: { _in: ["active", "expired"] } }, order_by: [{ updated_at: desc }], limit: 500) {
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
  const query = useQuery({
    queryKey: ['timesheet_placements'],
    queryFn: async ({ signal }) => (await graphql(document, {}, signal)).placements,
  })
  const placements = query.data ?? []
  const options = placements.map((one): Option => ({ value: one.id, label: labelOf(one) }))
  const find = (id: string) => placements.find((one) => one.id === id)
  return (
    <>
      <PageHeader
        title="New timesheet"
        back={{ to: pathOf({ category, path: 'transaction/timesheet' }), label: 'Timesheets' }}
      />
      <div className="max-w-200 px-4 pb-6">
        {!query.isPending && (
          <VerbForm
            action_id="transaction.timesheet.create"
            intro="For days that no timesheet covers any more. You enter its time on the next page, and its approver decides as usual."
            initial={{
              // The only placement needs no choice.
              contract_id: options.length === 1 ? (options[0]?.value ?? '') : '',
            }}
            fields={[
              {
                kind: 'custom',
                name: 'contract_id',
                label: 'Placement',
                required: true,
                wide: true,
                kept: { contract_id: isText },
                render: ({ values, set, errors }) => (
                  <Combobox
                    label="Placement"
                    required
                    value={options.find((one) => one.value === values.contract_id) ?? null}
                    options={options}
                    onChange={(picked) => set({ contract_id: picked?.value ?? '' })}
                    error={errors.contract_id}
                    hint={kindOf(find(values.contract_id))}
                  />
                ),
              },
              { kind: 'day', name: 'start_date', label: 'First day', required: true },
              { kind: 'day', name: 'end_date', label: 'Last day', required: true },
              { kind: 'area', name: 'comment', label: 'Comment', max: 4000, wide: true },
            ]}
            check={({ contract_id, start_date, end_date }) =>
              periodFaults(find(contract_id), { start_date, end_date }, today)
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
function kindOf(placement: Placement | undefined): string | undefined {
  if (!placement) return undefined
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
