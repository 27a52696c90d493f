/** The hours of one worker and week, and payroll's figures of them, on one page (spec §2, PAYE timesheet form). */
import { useQuery } from '@tanstack/react-query'
import { category_roles, payroll_data_roles } from '#entity/roles.ts'
import { formatScaled } from '#kernel/decimal-text.ts'
import { Info } from '#web/blocks/Banner.tsx'
import { HorizontalGroup, VerticalGroup } from '#web/blocks/Groups.tsx'
import { RecordHeader } from '#web/blocks/RecordHeader.tsx'
import { graphql } from '#web/core/call.ts'
import { pathOf, usePlace } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { Amount, minorOf } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'
import { PropertiesTable } from '#web/ui/PropertiesTable.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { RecordState } from '../../shared/record-state.card.tsx'
import { isOneOf, provider_staff } from '../../shared/who-may.rules.ts'
import { type TimesheetData, useTimesheet } from '../../timesheets/timesheet.hook.ts'
import { TimesheetEntry } from '../../timesheets/timesheet-entry.form.tsx'
import { TimesheetStatusBadge } from '../../timesheets/timesheet-status.card.tsx'
import { PayrollFigureForm } from './new-payroll-figure.form.tsx'
import { figure_fields } from './payroll-figure.entity.ts'
import { payslip_amounts } from './payslip.rules.ts'

const document = gql(`query paye_timesheet($id: uuid!) {
  figures: transaction_payroll_figure(where: { timesheet_id: { _eq: $id } }, order_by: [{ version: desc }], limit: 1) {
    id source pay_day period_number gross_pay holiday_pay income_tax employee_ni employee_pension student_loan
    other_deductions net_pay employer_ni employer_pension apprenticeship_levy holiday_pay_retained
    currency { alpha_code } payslip { id human_id }
  }
}`)
type Figures = Answer<typeof document>['figures'][number]

export function PayeTimesheetPage() {
  const session = useSession()
  const { id } = usePlace()
  const sheet = useTimesheet(session, id ?? '')
  return (
    <RecordState query={sheet} what="Timesheet">
      {(one) => <PayeTimesheet key={one.id} sheet={one} />}
    </RecordState>
  )
}

/** Of the agency, only people with a payroll role read pay. */
const figure_readers = { agency: payroll_data_roles, provider: category_roles.provider }

/** Figures are typed for these; later ones come by a refinement. */
const open_statuses: readonly string[] = ['draft', 'submitted', 'suspense']

function PayeTimesheet({ sheet }: { sheet: TimesheetData }) {
  const session = useSession()
  const { category } = session
  const reads_pay = isOneOf(session, figure_readers)
  const query = useQuery({
    enabled: reads_pay,
    queryKey: ['paye_timesheet', sheet.id],
    queryFn: async ({ signal }) => graphql(document, { id: sheet.id }, signal),
  })
  return (
    <>
      <RecordHeader
        title={sheet.human_id}
        badge={<TimesheetStatusBadge status={sheet.status} />}
        meta={<span>{sheet.contractor?.name}</span>}
        actions={
          <Link
            to={pathOf({ category, path: 'transaction/timesheet', id: sheet.id })}
            plain
            className={buttonClass()}
          >
            Timesheet
          </Link>
        }
      />
      <HorizontalGroup>
        <TimesheetEntry sheet={sheet} editable={false} />
        {reads_pay && (
          <RecordState query={query} what="Figures">
            {({ figures }) => <FiguresCard sheet={sheet} figures={figures[0] ?? null} />}
          </RecordState>
        )}
      </HorizontalGroup>
    </>
  )
}

function FiguresCard({ sheet, figures }: { sheet: TimesheetData; figures: Figures | null }) {
  const session = useSession()
  const go = useGo()
  const takes = open_statuses.includes(sheet.status) && isOneOf(session, { provider: provider_staff })
  return (
    <VerticalGroup>
      {figures && <Kept figures={figures} />}
      {takes && (
        <PayrollFigureForm
          title={figures ? 'Put the figures right' : 'Payroll figures'}
          timesheet={{ id: sheet.id, gross_pay: formatScaled(minorOf(sheet.contractor_amount ?? 0), 2) }}
          onDone={() =>
            go.to(pathOf({ category: session.category, path: 'transaction/timesheet', id: sheet.id }))
          }
        />
      )}
      {!figures && !takes && (
        <Card title="Payroll figures">
          <Info>Payroll has no figures of this timesheet yet.</Info>
        </Card>
      )}
    </VerticalGroup>
  )
}

const amounts = [
  ...payslip_amounts,
  'holiday_pay_retained',
] as const satisfies readonly (keyof typeof figure_fields)[]

function Kept({ figures }: { figures: Figures }) {
  const { category } = useSession()
  const { payslip } = figures
  return (
    <Card title="Payroll figures">
      <PropertiesTable
        columns={1}
        items={[
          { label: 'Pay Day', value: dayText(figures.pay_day) },
          ...(figures.period_number === null ? [] : [{ label: 'Period', value: figures.period_number }]),
          ...amounts.map((name) => ({
            label: figure_fields[name].label,
            value: <Amount value={figures[name]} currency={figures.currency?.alpha_code} />,
          })),
          ...(payslip
            ? [
                {
                  label: 'Payslip',
                  value: (
                    <Link
                      to={pathOf({ category, path: 'paye/payslip', id: payslip.id })}
                      className="inline-flex items-center text-a11 hover:underline pointer-coarse:min-h-11"
                    >
                      {payslip.human_id}
                    </Link>
                  ),
                },
              ]
            : []),
        ]}
      />
    </Card>
  )
}
