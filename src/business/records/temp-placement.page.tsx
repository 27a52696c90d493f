import { valueAt } from '#entity/path.ts'
import { payroll_data_roles } from '#entity/roles.ts'
import { RecordPage } from '#web/blocks/RecordPage.tsx'
import { record } from '#web/blocks/record.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import type { ListRow } from '#web/list/model/list.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import { change_requests_tab } from '../change-requests/change-request.list.tsx'
import { MakeDocument } from '../document-templates/make-document.form.tsx'
import { expenses_tab } from '../expenses/expense.list.tsx'
import { fee_facts } from '../fees/service-charge.list.tsx'
import { invoices_tab } from '../invoices/invoice.list.tsx'
import { InsuranceWarning } from '../parties/papers/insurance-warning.card.tsx'
import { FlagsCard } from '../parties/self-dealing/flags.card.tsx'
import { activation_fields } from '../placements/activation.rules.ts'
import { AgencyWorker } from '../placements/agency-workers/agency-worker.card.tsx'
import { AskEnd } from '../placements/ask-end.form.tsx'
import { PlacementChecks } from '../placements/checks/placement-checks.card.tsx'
import { PlacementContacts } from '../placements/contacts/placement-contacts.card.tsx'
import { temp_placement } from '../placements/contract-kinds.entity.ts'
import { Determinations } from '../placements/determinations/determinations.card.tsx'
import { SwitchManualApproval } from '../placements/manual-approval.form.tsx'
import { MoreOfPlacement } from '../placements/more-of-placement.card.tsx'
import { noticeCell } from '../placements/notice/notice.view.ts'
import { notice_fields } from '../placements/notice/notice-period.rules.ts'
import { PlacementOptOut } from '../placements/opt-out/opt-out.card.tsx'
import { SetPlacementScheme } from '../placements/set-placement-scheme.form.tsx'
import { TempPlacementActions } from '../placements/temp-placement-actions.card.tsx'
import { RecordBlocks } from '../platform/blocks/record-blocks.card.tsx'
import { allowanceCell } from '../rates/holiday-allowance.view.ts'
import { compareRateNames } from '../rates/rate-version.rules.ts'
import { standardDayCell } from '../rates/standard-day.view.ts'
import { agency_writers, isOneOf, provider_staff } from '../shared/who-may.rules.ts'
import { SignaturesCard } from '../signing/signatures.card.tsx'
import { fundingCell, ir35Cell } from '../terms/terms-of-today.view.ts'
import { timesheets_tab } from '../timesheets/timesheet.list.tsx'

export const temp_placement_record = record({
  entity: temp_placement,
  what: 'Placement',
  title: 'title',
  badge: 'status',
  fields: [
    'status',
    'contractor.id',
    'client.id',
    'client_id',
    'agency_id',
    ...activation_fields,
    'updated_at',
    ...notice_fields,
    { field: 'payment_company.type', only: ['agency', 'contractor', 'provider'] },
    { field: 'ir35_to_come' },
    { field: 'funding_to_come', only: ['agency', 'funder', 'provider'] },
    { field: 'open_checks', only: ['agency', 'provider'] },
    { field: 'evidence_status', only: ['agency', 'provider'] },
  ],
  meta: [{ field: 'human_id' }, { field: 'contractor.name' }, { field: 'client.name' }],
  cards: [
    {
      title: 'Placement',
      facts: [
        {
          field: 'contractor.name',
          label: 'Contractor',
          link: (row, category) =>
            category === 'contractor'
              ? null
              : pathOf({ category, path: 'business/contractor', id: String(valueAt(row, 'contractor.id')) }),
        },
        {
          field: 'client.name',
          label: 'Client',
          link: (row, category) =>
            category === 'agency' || category === 'provider'
              ? pathOf({ category, path: 'business/client', id: String(valueAt(row, 'client.id')) })
              : null,
        },
        { field: 'agency.name', label: 'Agency' },
        {
          field: 'payment_company.name',
          label: 'Payment Company',
          only: ['agency', 'contractor', 'provider'],
        },
        {
          field: 'paye_scheme.employer_reference',
          label: 'PAYE Scheme',
          only: [...payroll_data_roles, 'provider'],
          when_set: true,
        },
        { field: 'start_date' },
        { field: 'end_date' },
        { field: 'work_location' },
        {
          field: 'consultant.name',
          label: 'Consultant',
          only: ['agency', 'client', 'contractor', 'provider'],
        },
      ],
    },
    {
      title: 'Terms',
      facts: [
        { field: 'timesheet_frequency' },
        { field: 'unit_type' },
        { field: 'standard_units' },
        { field: 'timesheet_submit' },
        { field: 'manual_timesheet_approval' },
        { field: 'currency.alpha_code', label: 'Currency' },
        {
          field: 'funding_type_today',
          label: 'Funding Type',
          cell: fundingCell,
          only: ['agency', 'funder', 'provider'],
        },
        { field: 'funding_model', only: ['agency', 'funder', 'provider'] },
        { field: 'funder.name', label: 'Funder', only: ['agency', 'funder', 'provider'] },
        { field: 'ir35_status_today', label: 'IR35 Status', cell: ir35Cell },
        { field: 'ir35_determined_by', only: ['agency', 'client', 'contractor', 'provider'] },
        { field: 'is_construction', only: ['agency', 'client', 'contractor', 'provider'] },
        { field: 'is_unsupervised', only: ['agency', 'client', 'contractor', 'provider'] },
        { field: 'is_vulnerable_work', only: ['agency', 'client', 'contractor', 'provider'] },
        { field: 'notice_type', label: 'Notice', cell: noticeCell },
        { field: 'po_number', only: ['agency', 'client', 'funder', 'provider'] },
        { field: 'is_extended_contractor_payment_terms', only: ['agency', 'contractor', 'provider'] },
        { field: 'evidence_status', only: ['agency', 'provider'] },
      ],
    },
  ],
  tables: [
    {
      title: 'Rates',
      relation: 'rates',
      in_its_currency: true,
      args: 'order_by: [{ sub_type: asc }, { effective_from: desc }]',
      compare: (a, b) => compareRateNames(String(a.name), String(b.name)),
      columns: [
        { field: 'name' },
        { field: 'sub_type', label: 'Side' },
        { field: 'value_numeric', label: 'Rate', currency: 'currency.alpha_code' },
        { field: 'value_text', label: 'Unit' },
        { field: 'value_boolean', label: 'Holiday Pay', cell: allowanceCell },
        { field: 'value_jsonb_object', label: 'Standard Day', cell: standardDayCell },
        { field: 'effective_from' },
        { field: 'effective_to' },
      ],
      empty: 'No rates yet.',
      only: ['agency', 'contractor', 'funder', 'invoice_contact', 'provider'],
    },
    {
      title: 'Payment terms',
      relation: 'contract_entities',
      args: 'order_by: [{ type: asc }, { effective_from: desc }]',
      columns: [
        { field: 'type' },
        { field: 'payment_terms' },
        { field: 'effective_from' },
        { field: 'effective_to' },
      ],
      empty: 'No payment terms yet.',
    },
    {
      title: 'Service charges of this placement',
      relation: 'service_charges',
      args: 'order_by: { effective_from: desc }',
      columns: fee_facts,
      empty: 'Uses the agency’s standard fees.',
      only: ['agency_admin', 'agency_read_only', 'provider'],
    },
  ],
  tabs: (id) => [
    timesheets_tab('contract_id', id),
    invoices_tab('contract_id', id),
    expenses_tab('contract_id', id),
    change_requests_tab('contract_id', id),
  ],
})

export function TempPlacementPage() {
  return (
    <RecordPage
      screen={temp_placement_record}
      actions={(row) => (
        <>
          <SwitchManualApproval row={row} />
          <SetPlacementScheme row={row} />
          <TempPlacementActions row={row} />
          <RequestChange row={row} />
          <AskEnd row={row} />
          <MakeDocument record="contract.temp_placement" id={row.id} />
          <MoreOfPlacement row={row} />
        </>
      )}
      after={(row) => (
        <>
          <FlagsCard entity="contract.temp_placement" id={row.id} />
          <PlacementChecks row={row} />
          {valueAt(row, 'payment_company.type') === 'limited' && (
            <InsuranceWarning
              key={String(row.status)}
              contract_id={row.id}
              is_live={row.status === 'active'}
            />
          )}
          <PlacementOptOut row={row} />
          <Determinations row={row} />
          <AgencyWorker row={row} />
          <PlacementContacts row={row} />
          <SignaturesCard
            entity="contract.temp_placement"
            id={row.id}
            parties={{
              client: String(valueAt(row, 'client.id')),
              contractor: String(valueAt(row, 'contractor.id')),
            }}
          />
          <RecordBlocks entity="contract.temp_placement" id={row.id} />
        </>
      )}
    />
  )
}

/** A placement that is in force, or was, changes by a request that its sides agree to (spec §4). */
function RequestChange({ row }: { row: ListRow }) {
  const session = useSession()
  const mayAsk = isOneOf(session, { agency: agency_writers, provider: provider_staff })
  if (!mayAsk || (row.status !== 'active' && row.status !== 'expired')) return null
  return (
    <Link
      to={pathOf({ category: session.category, path: 'request/new_change_request', id: row.id })}
      className={buttonClass()}
    >
      Request a change
    </Link>
  )
}
