/** What else the lists are of: other work, payroll, requests, mail and logs, in proportion to the documents. */
import { DAY, MOMENT, OF_AGENCY, OF_ALL, one, PROVIDER, type Sized, STAMPS } from './world-parts.ts'
import { GBP, idOf, type Rows } from './world-rows.ts'

const contracts = (['perm_placement', 'purchase_ledger', 'sales_invoice', 'adhoc_fee'] as const).map(
  (type, at) =>
    ({ some, from }: Sized): Rows => ({
      table: 'contract.contract',
      from: from(some),
      columns: {
        id: idOf(`3${at}`, 'n'),
        human_id: `'${type.slice(0, 3).toUpperCase()}' || n`,
        type: `'${type}'`,
        title: `'Work ' || n`,
        status: one(['active', 'expired', 'draft'], 24),
        start_date: DAY,
        funding_type: `'funded'`,
        funding_model: `'direct'`,
        ...OF_ALL,
        currency_id: GBP,
        base_currency_id: GBP,
        candidate_name: `'Candidate ' || n`,
        contract_start_date: DAY,
        placement_fee: '5000 + n',
        amount: '100 + n',
        tax_amount: '20',
        ...STAMPS,
      },
    }),
)

const expense = ({ some, from }: Sized): Rows => ({
  table: 'transaction.expense',
  from: from(2 * some),
  columns: {
    human_id: `'EXP' || n`,
    contract_id: 'p.contract_id',
    ...OF_ALL,
    status: one(['approved', 'approved', 'approved', 'submitted', 'draft'], 25),
    currency_id: GBP,
    amount: '10 + n % 300',
    submitted_date: MOMENT,
    ...STAMPS,
  },
})

const consolidated = ({ some, from }: Sized): Rows => ({
  table: 'transaction.consolidated_invoice',
  from: from(some),
  columns: {
    human_id: `'CIN' || n`,
    type: `'provider-client'`,
    status: one(['open', 'closed', 'generated'], 26),
    provider_id: PROVIDER,
    agency_id: 'p.agency_id',
    client_id: 'p.client_id',
    funder_id: 'p.funder_id',
    from_business_id: PROVIDER,
    to_business_id: 'p.client_id',
    funding_model: `'direct'`,
    currency_id: GBP,
    amount: '100',
    tax_amount: '20',
    total_amount: '120',
    raised_date: DAY,
    due_date: DAY,
    ...STAMPS,
  },
})

const refinement = ({ sheets, some, from }: Sized): Rows => ({
  table: 'transaction.refinement',
  from: from(some),
  columns: {
    id: idOf('4d', 'n'),
    human_id: `'REF' || n`,
    mode: `'full'`,
    reason: `'Hours were wrong'`,
    transaction_id: idOf('7', `1 + n % ${sheets}`),
    transaction_type: `'timesheet'`,
    ...OF_ALL,
    created_by: `'bench'`,
    ...STAMPS,
  },
})

const collection = ({ some, from }: Sized): Rows => ({
  table: 'transaction.collection_note',
  from: from(some),
  columns: {
    human_id: `'COL' || n`,
    source: `'manual'`,
    reason: `'Owed'`,
    ...OF_AGENCY,
    principal_id: PROVIDER,
    currency_id: GBP,
    amount: '100',
    raised_date: DAY,
    payment_receipt_summary_id: idOf('1d', 'n'),
    created_by: `'bench'`,
    ...STAMPS,
  },
})

const payslip = ({ sheets, from }: Sized): Rows => ({
  table: 'transaction.payslip',
  from: from(sheets),
  columns: {
    human_id: `'PSL' || n`,
    period_number: '1 + n % 52',
    payslip_period_id: idOf('4a', 'n'),
    status: one(['issued', 'paid', 'draft'], 27),
    pay_date: DAY,
    ...OF_AGENCY,
    contractor_id: 'p.contractor_id',
    currency_id: GBP,
    gross_pay: '500 + n % 200',
    net_pay: '400 + n % 100',
    ...STAMPS,
  },
})

const period = ({ sheets, from }: Sized): Rows => ({
  table: 'transaction.payslip_period',
  from: from(sheets / 100),
  columns: {
    id: idOf('4a', 'n'),
    human_id: `'PPD' || n`,
    period_number: '1 + n % 52',
    tax_year: '2000 + n / 52',
    frequency: `'week'`,
    start_date: DAY,
    end_date: `${DAY} + 6`,
    pay_date: DAY,
    ...OF_AGENCY,
    ...STAMPS,
  },
})

const figure = ({ some, from }: Sized): Rows => ({
  table: 'transaction.payroll_figure',
  from: from(some),
  columns: {
    timesheet_id: idOf('7', 'n'),
    ...OF_ALL,
    currency_id: GBP,
    pay_day: DAY,
    gross_pay: '500',
    net_pay: '500',
    created_by: `'bench'`,
    ...STAMPS,
  },
})

const changeRequest = ({ some, from }: Sized): Rows => ({
  table: 'request.change_request',
  from: from(some),
  columns: {
    id: idOf('4b', 'n'),
    human_id: `'CHR' || n`,
    status: one(['approved', 'approved', 'approved', 'rejected', 'pending'], 28),
    type: `'contract_update'`,
    entity: one(['business.client', 'contract.temp_placement', 'business.service', 'business.limited'], 29),
    contract_id: idOf('30', 'n'),
    ...OF_ALL,
    requested_by: `'bench'`,
    ...STAMPS,
  },
})

const approval = ({ some, from }: Sized): Rows => ({
  table: 'request.flow_approval',
  from: from(some),
  columns: {
    flow_id: idOf('4c', 'n'),
    change_request_id: idOf('4b', 'n'),
    business_id: 'p.agency_id',
    business_type: `'agency'`,
    status: one(['approved', 'approved', 'approved', 'pending'], 30),
    ...OF_ALL,
    ...STAMPS,
  },
})

const contact = ({ some }: Sized): Rows => ({
  table: 'business.business_contact',
  from: `generate_series(1, ${some}) n join business.business b on b.id = ${idOf('b', '1 + n % 2000')}`,
  columns: {
    business_id: 'b.id',
    first_name: `'Robin ' || n`,
    last_name: `'Walker'`,
    email: `'robin' || n || '@example.test'`,
    roles: `array['hiring_manager']`,
    ...STAMPS,
  },
})

const terms = ({ some, from }: Sized): Rows => ({
  table: 'config.configuration',
  from: from(some),
  columns: {
    business_id: 'p.client_id',
    agency_id: 'p.agency_id',
    type: `'payment_terms'`,
    sub_type: one(['temp_placement', 'perm_placement'], 33),
    transaction_id: `(select s.id from business.service s where s.agency_id = p.agency_id and s.from_business_id = p.client_id and s.type = 'client-agency' limit 1)`,
    status: one(['completed', 'completed', 'inprogress'], 34),
    payment_terms: 'n % 90',
    effective_from: DAY,
    effective_to: `${DAY} + 300`,
    ...STAMPS,
  },
})

const charge = ({ some, from }: Sized): Rows => ({
  table: 'contract.service_charge',
  from: from(some / 10),
  columns: { ...OF_AGENCY, type: `'percent'`, value: '3', effective_from: DAY, ...STAMPS },
})

const mail = ({ sheets, from }: Sized): Rows => ({
  table: 'log.mail',
  from: from(sheets),
  columns: {
    fact_key: `'mail ' || n`,
    '"to"': `case when n % 4 = 0 then 'bench@example.test' else 'person' || n % 500 || '@example.test' end`,
    subject: `'Invoice INV' || n`,
    body_text: `repeat('Dear all, ', 20)`,
    ...OF_AGENCY,
    ...STAMPS,
  },
})

const notification = ({ sheets }: Sized): Rows => ({
  table: 'log.notification_log',
  from: `generate_series(1, ${sheets}) n`,
  columns: {
    user_id: `case when n % 4 = 0 then 'bench' else 'user' || n % 500 end`,
    title: `'Approved'`,
    message: `'Timesheet TIM' || n`,
    read_at: `case when n % 10 > 0 then ${MOMENT} end`,
    created_at: MOMENT,
  },
})

const exception = ({ some, from }: Sized): Rows => ({
  table: 'integrations.exception',
  from: from(some),
  columns: {
    transaction_type: `'invoice'`,
    transaction_id: idOf('f', 'n'),
    reference: `'INV' || n`,
    mismatches: `array['status']`,
    ...OF_AGENCY,
    ...STAMPS,
  },
})

const queue = ({ sheets, from }: Sized): Rows => ({
  table: 'integrations.data_queue',
  from: from(sheets),
  columns: {
    status: one(['sent', 'sent', 'sent', 'sent', 'pending', 'failed'], 31),
    transaction_type: `'invoice'`,
    transaction_id: idOf('f', 'n'),
    reference: `'INV' || n`,
    ...OF_AGENCY,
    ...STAMPS,
  },
})

const apiException = ({ some }: Sized): Rows => ({
  table: 'log.api_exception',
  from: `generate_series(1, ${some}) n`,
  columns: {
    method: `'POST'`,
    path: `'/api/permission/action'`,
    status: '500',
    message: `'internal error'`,
    request_id: 'n::text',
    user_id: `'bench'`,
    business_id: PROVIDER,
    provider_id: PROVIDER,
    created_at: MOMENT,
  },
})

const person = ({ some }: Sized): Rows => ({
  table: 'platform."user"',
  from: `generate_series(1, ${Math.max(500, Math.floor(some / 4))}) n`,
  columns: {
    id: `'user' || n`,
    email: `'user' || n || '@example.test'`,
    first_name: `'Robin'`,
    last_name: `'Walker ' || n`,
    is_confirmed: 'n % 5 > 0',
    ...STAMPS,
  },
})

const impersonation = ({ some }: Sized): Rows => ({
  table: 'log.impersonation',
  from: `generate_series(1, ${Math.floor(some / 4)}) n`,
  columns: {
    provider_id: PROVIDER,
    impersonator_user_id: `'user' || 1 + n % 20`,
    user_id: `'user' || 1 + n % 500`,
    reason: `'Asked to look at INV' || n`,
    started_at: MOMENT,
    ended_at: `${MOMENT} + interval '20 minutes'`,
  },
})

const invitation = ({ some }: Sized): Rows => ({
  table: 'platform.invitation',
  from: `(select c.id, c.business_id, row_number() over (order by c.id) as n from business.business_contact c
    order by c.id limit ${Math.max(100, Math.floor(some / 4))}) c`,
  columns: {
    id: idOf('e', 'n'),
    business_contact_id: 'c.id',
    business_id: 'c.business_id',
    email: `'invited' || n || '@example.test'`,
    invited_by: `'Robin Walker'`,
    created_by: `'user' || 1 + n % 20`,
    state: one(['sent', 'accepted', 'accepted', 'expired'], 7),
    sends: '1',
    last_sent_at: MOMENT,
    expires_at: `${MOMENT} + interval '7 days'`,
    ...STAMPS,
  },
})

export const other_rows = [
  ...contracts,
  expense,
  consolidated,
  refinement,
  collection,
  payslip,
  period,
  figure,
  changeRequest,
  approval,
  contact,
  terms,
  charge,
  mail,
  notification,
  exception,
  queue,
  apiException,
  person,
  impersonation,
  invitation,
] as const
