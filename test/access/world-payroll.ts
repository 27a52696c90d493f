/** Payroll data of the world: employers of each kind, and a worker of each. */

import { payslip_amounts } from '#business/payroll/figures/payslip.rules.ts'
import { month_amounts } from '#business/payroll/months/month-figures.rules.ts'
import { takeover_amounts } from '#business/payroll/takeover/payroll-takeover.rules.ts'
import { businessId, deals, gbp, uid, userOf, type World } from './world.ts'

const deleted = '2026-01-01T00:00:00Z'

/** Employer and its provider. */
const employers = [
  ['A1', 'P1'],
  ['A2', 'P1'],
  ['A3', 'P2'],
  ['P1', 'P1'],
  ['Y1', 'P1'],
] as const

export function putPayroll(world: World): void {
  for (const [employer, provider] of employers) {
    const owners = {
      provider_id: businessId(provider),
      agency_id: employer.startsWith('A') ? businessId(employer) : null,
      created_by: userOf(provider),
      created_by_name: 'Somebody',
    }
    const paye_scheme_id = world.put('business.paye_scheme', employer, {
      ...owners,
      business_id: businessId(employer),
      office_number: '123',
      paye_reference: employer,
      accounts_office_reference: '123PA00012345',
      payment_frequency: 'monthly',
      levy_charge: 'none',
      created_at: deleted,
      updated_at: deleted,
    })
    for (const deleted_at of [null, deleted])
      world.put('business.paye_scheme_year', `${employer}${deleted_at ? ' replaced' : ''}`, {
        ...owners,
        paye_scheme_id,
        effective_from: '2026-04-06',
        is_small_employer: false,
        claims_employment_allowance: false,
        levy_allowance: '15000.00',
        currency_id: gbp,
        created_at: deleted,
        updated_at: deleted,
        deleted_at,
      })
    const employment_id = world.put('business.employment', employer, {
      ...owners,
      contractor_id: businessId('C3'),
      paye_scheme_id,
      payroll_id: employer,
      start_date: '2025-04-06',
      pay_frequency: 'week',
      is_irregular_hours: true,
      currency_id: gbp,
      created_at: deleted,
      updated_at: deleted,
    })
    const entered = { ...owners, employment_id, created_at: deleted, updated_at: deleted }
    world.put('business.student_loan', employer, {
      ...entered,
      plan: 'plan_2',
      source: 'sl1',
      effective_from: '2025-04-06',
    })
    world.put('business.agreed_deduction', employer, {
      ...entered,
      purpose: 'Uniform',
      agreed_on: '2025-04-06',
      evidence: 'Signed form',
      amount: '5.00',
      effective_from: '2025-04-06',
      currency_id: gbp,
    })
    world.put('business.attachment_order', employer, {
      ...entered,
      kind: 'dea',
      authority: 'DWP',
      reference: employer,
      order_date: '2025-04-06',
      received_on: '2025-04-06',
      rate: 'standard',
      charges_admin_fee: false,
      debt: '100.00',
      currency_id: gbp,
    })
    const pension_scheme_id = world.put('business.pension_scheme', employer, {
      ...owners,
      paye_scheme_id,
      name: 'Workplace pension',
      provider: 'Nest',
      employer_reference: employer,
      payment_day: 22,
      created_at: deleted,
      updated_at: deleted,
    })
    for (const deleted_at of [null, deleted])
      world.put('business.pension_terms', `${employer}${deleted_at ? ' replaced' : ''}`, {
        ...owners,
        paye_scheme_id,
        pension_scheme_id,
        relief: 'at_source',
        basis: 'qualifying',
        employee_percent: '5',
        employer_percent: '3',
        effective_from: '2025-04-06',
        deleted_at,
        created_at: deleted,
        updated_at: deleted,
      })
    for (const deleted_at of [null, deleted])
      world.put('business.pension_membership', `${employer}${deleted_at ? ' replaced' : ''}`, {
        ...entered,
        pension_scheme_id,
        state: 'enrolled',
        entry: 'automatic',
        informed_on: '2025-04-06',
        effective_from: '2025-04-06',
        deleted_at,
      })
    world.put('transaction.statutory_absence', employer, {
      ...entered,
      contractor_id: businessId('C3'),
      kind: 'ssp',
      first_day: '2026-06-01',
      last_day: '2026-06-03',
      qualifying_days: 'Mon Tue Wed',
      average_weekly_earnings: '400.00',
      currency_id: gbp,
    })
    for (const deleted_at of owners.agency_id === null ? [] : [null, deleted])
      world.put('transaction.umbrella_payslip', `${employer}${deleted_at ? ' removed' : ''}`, {
        ...owners,
        contractor_id: businessId('C2'),
        umbrella_id: businessId('U1'),
        period_start: '2026-06-01',
        period_end: '2026-06-07',
        gross_pay: '600.00',
        income_tax: '60.00',
        employee_ni: '30.00',
        employer_ni: '70.00',
        margin: '20.00',
        income: '800.00',
        illustrated_gross: '660.00',
        status: 'explained',
        explanation: 'A day was not paid',
        explained_by: owners.created_by,
        currency_id: gbp,
        created_at: deleted,
        updated_at: deleted,
        deleted_at,
      })
    world.put('transaction.holiday', employer, {
      ...entered,
      contractor_id: businessId('C3'),
      first_day: '2026-06-08',
      last_day: '2026-06-09',
      hours: '8',
      status: 'asked',
      expected_pay: '160.00',
      expected_on: '2026-06-12',
      currency_id: gbp,
    })
    world.put('transaction.holiday_movement', employer, {
      ...entered,
      contractor_id: businessId('C3'),
      kind: 'adjusted',
      hours: '16',
      amount: '0.00',
      sentence: 'Adjusted by 16 hours: held before',
      currency_id: gbp,
    })
    for (const deleted_at of [null, deleted])
      world.put('business.payroll_takeover', `${employer}${deleted_at ? ' replaced' : ''}`, {
        ...entered,
        ...Object.fromEntries(takeover_amounts.map((field) => [field, '0.00'])),
        contractor_id: businessId('C3'),
        tax_year: 2026,
        last_pay_day: '2026-06-30',
        source: 'Other payroll, P11',
        tax_code: '1257L',
        is_week1: false,
        has_postgraduate_loan: false,
        ni_letter: 'A',
        currency_id: gbp,
        deleted_at,
      })
    world.put('transaction.overpayment', employer, {
      ...entered,
      contractor_id: businessId('C3'),
      kind: 'written_off',
      status: 'asked',
      amount: '-12.00',
      reason: 'The worker moved abroad',
      principal_id: owners.provider_id,
      currency_id: gbp,
    })
    world.put('transaction.year_correction', employer, {
      ...entered,
      contractor_id: businessId('C3'),
      paye_scheme_id: uid(`business.paye_scheme ${employer}`),
      tax_year: 2025,
      correction_no: 1,
      kind: 'letter',
      pay_kind: null,
      letter: 'M',
      from_pay_day: '2026-01-09',
      last_pay_day: '2026-03-27',
      reason: 'The birth date was wrong',
      period_count: 1,
      gross_pay: '0.00',
      income_tax: '0.00',
      student_loan: '0.00',
      employee_pension: '0.00',
      employer_pension: '0.00',
      net_pay: '0.00',
      employee_ni: '0.00',
      employer_ni: '-120.08',
      employment_allowance: '0.00',
      levy_charged: '0.00',
      levy_due: '0.00',
      working: [],
      parts: [],
      currency_id: gbp,
    })
    world.put('transaction.tax_form', employer, {
      ...entered,
      contractor_id: businessId('C3'),
      kind: 'p60',
      tax_year: 2025,
      is_copy: false,
      issued_on: '2026-05-01',
      tax_code: '1257L',
      pay_to_date: '100.00',
      tax_to_date: '0.00',
      page: {},
      currency_id: gbp,
    })
    for (const deleted_at of [null, deleted]) {
      const version = {
        ...owners,
        employment_id,
        effective_from: '2025-04-06',
        created_at: deleted,
        updated_at: deleted,
        deleted_at,
      }
      const name = `${employer}${deleted_at ? ' replaced' : ''}`
      world.put('business.tax_code', name, {
        ...version,
        code: '1257L',
        is_week1: false,
        source: 'starter',
        currency_id: gbp,
      })
      world.put('business.ni_category', name, { ...version, letter: 'A' })
    }
  }
}

/** Runs of agencies, each with a payslip that was issued and one that was not. */
export function putRuns(world: World): void {
  for (const [employer, provider] of employers)
    if (employer.startsWith('A')) putRun(world, employer, provider)
}

function putRun(world: World, employer: string, provider: string): void {
  const owners = { provider_id: businessId(provider), agency_id: businessId(employer) }
  const stamps = { created_at: deleted, updated_at: deleted }
  const pay_run_id = world.put('transaction.pay_run', employer, {
    ...owners,
    ...stamps,
    human_id: `RUN ${employer}`,
    paye_scheme_id: uid(`business.paye_scheme ${employer}`),
    frequency: 'week',
    pay_day: '2026-01-09',
    tax_year: 2025,
    period_number: 40,
    status: 'open',
    currency_id: gbp,
    prepared_by: [userOf(provider)],
    maker: 'Somebody',
  })
  world.put('transaction.rti_submission', employer, {
    ...owners,
    ...stamps,
    human_id: `RTI ${employer}`,
    kind: 'fps',
    paye_scheme_id: uid(`business.paye_scheme ${employer}`),
    pay_run_id,
    tax_year: 2025,
    tax_month: 10,
    status: 'built',
    created_by: userOf(provider),
    created_by_name: 'Somebody',
  })
  world.put('transaction.tax_month', employer, {
    ...owners,
    ...stamps,
    human_id: `TXM ${employer}`,
    status: 'closed',
    paye_scheme_id: uid(`business.paye_scheme ${employer}`),
    tax_year: 2025,
    tax_month: 10,
    period_start: '2026-01-06',
    period_end: '2026-02-05',
    due_date: '2026-02-20',
    payslip_count: 1,
    ...Object.fromEntries(month_amounts.map((field) => [field, '0.00'])),
    working: {},
    currency_id: gbp,
    created_by: userOf(provider),
    created_by_name: 'Somebody',
  })
  world.put('transaction.cis_suffered', employer, {
    ...owners,
    ...stamps,
    status: 'entered',
    paye_scheme_id: uid(`business.paye_scheme ${employer}`),
    tax_year: 2025,
    tax_month: 11,
    period_end: '2026-03-05',
    amount: '400.00',
    evidence: 'Statements of the customers',
    currency_id: gbp,
    created_by: userOf(provider),
    created_by_name: 'Somebody',
  })
  world.put('transaction.payroll_payment', employer, {
    ...owners,
    ...stamps,
    human_id: `PRP ${employer}`,
    kind: 'hmrc',
    status: 'due',
    paye_scheme_id: uid(`business.paye_scheme ${employer}`),
    employer_id: businessId(employer),
    payee_id: businessId(provider),
    principal_id: businessId(provider),
    period_start: '2026-01-06',
    period_end: '2026-02-05',
    due_date: '2026-02-20',
    amount: '336.72',
    currency_id: gbp,
    reference: '123PA00012345',
  })
  const deal = deals.find(({ agency, contractor }) => agency === employer && contractor === 'C3')
  for (const contractor of ['C3', 'C1']) {
    const worker = { pay_run_id, contractor_id: businessId(contractor) }
    world.put('transaction.pay_run_payslip', `${employer} ${contractor}`, {
      ...owners,
      ...stamps,
      ...worker,
      employment_id: uid(`business.employment ${employer}`),
      tax_code: '1257L',
      ni_letter: 'A',
      hours: '40.0000',
      ...Object.fromEntries(payslip_amounts.map((field) => [field, '0.00'])),
      lines: [],
      shares: {},
      kept: {},
      payslip_id: deal && contractor === 'C3' ? uid(`transaction.payslip ${deal.name} issued`) : null,
      currency_id: gbp,
    })
    if (deal && contractor === 'C3')
      world.put('transaction.statutory_payment', employer, {
        ...owners,
        ...stamps,
        statutory_absence_id: uid(`transaction.statutory_absence ${employer}`),
        payslip_id: uid(`transaction.payslip ${deal.name} issued`),
        employment_id: uid(`business.employment ${employer}`),
        contractor_id: businessId(contractor),
        kind: 'ssp',
        from_day: '2026-06-01',
        to_day: '2026-06-03',
        pay_day: '2026-06-05',
        amount: '47.50',
        recovered: '0.00',
        compensation: '0.00',
        currency_id: gbp,
      })
    if (deal && contractor === 'C3')
      world.put('transaction.deemed_payment', employer, {
        ...owners,
        ...stamps,
        invoice_id: uid(`transaction.invoice ${deal.name} contractor-agency closed`),
        payslip_id: uid(`transaction.payslip ${deal.name} issued`),
        employment_id: uid(`business.employment ${employer}`),
        contractor_id: businessId(contractor),
        pay_day: '2026-06-05',
        fee: '2500.00',
        income_tax: '758.20',
        employee_ni: '88.66',
        currency_id: gbp,
      })
    world.put('transaction.pay_run_check', `${employer} ${contractor}`, {
      ...owners,
      ...stamps,
      ...worker,
      code: 'N05',
      level: 'warning',
      sentence: 'Somebody must be enrolled',
    })
  }
}
