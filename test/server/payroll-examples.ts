/** Examples of verbs of payroll data. */
import type { Viewer } from '#entity/access.ts'
import { seedPayePlacement } from '../fixtures/documents.ts'
import { act, seedApprovedTimesheet, seedClient, seedContractor, seedPlacement } from '../fixtures/world.ts'
import { admin, type Example, type Input, type Stage } from './example-parts.ts'

const categories = ['agency', 'provider'] as const

let made = 0

/** References that no other scheme has. */
const scheme = () => {
  made += 1
  return {
    employer_reference: `123/AB${made}`,
    accounts_office_reference: '123PA00012345',
    corporation_tax_reference: '1123456789',
    payment_frequency: 'monthly',
    levy_charge: 'none',
    associated_group: 'Northern',
  }
}

export async function schemeOf(stage: Stage, viewer: Viewer): Promise<string> {
  const input = { business_id: stage.agency.id, ...scheme() }
  return (await act<{ id: string }>(stage, viewer, 'business.paye_scheme.create', input)).id
}

/** A worker who starts today with a P45 of this tax year. */
async function starting(stage: Stage, viewer: Viewer): Promise<Input> {
  made += 1
  return {
    contractor_id: (await seedContractor(stage, stage.agency, { payment_type: 'paye' })).id,
    paye_scheme_id: await schemeOf(stage, viewer),
    payroll_id: `W${made}`,
    start_date: '2025-06-01',
    ...pay,
    p45_leave_date: '2025-05-09',
    p45_tax_code: '1257L',
    p45_is_week1: false,
    p45_period: 5,
    p45_pay_to_date: '2500.00',
    p45_tax_to_date: '150.20',
    p45_student_loan: true,
  }
}

const pay = {
  pay_frequency: 'week',
  is_irregular_hours: true,
  workplace_postcode: 'LS1 4AP',
  director_from: '2025-06-01',
  director_to: '2025-12-31',
  director_method: 'AN',
}

const agreement = async (stage: Stage, viewer: Viewer): Promise<Input> => ({
  employment_id: await employed(stage, viewer),
  purpose: 'Uniform',
  agreed_on: '2025-06-01',
  evidence: 'Signed form in the file',
  amount: '5.00',
  total: '40.00',
  effective_from: '2025-06-06',
})

/** A small part of the year's National Insurance. */
const part = (prefix: string): Input =>
  Object.fromEntries(
    Object.entries({
      ...{ ni_earnings: '100.00', at_lel: '40.00', lel_to_pt: '30.00', pt_to_uel: '20.00' },
      ...{ employee_ni: prefix === 'third_earlier_' ? '0.00' : '1.00', employer_ni: '5.00' },
    }).map(([field, amount]) => [`${prefix}${field}`, amount]),
  )

const takingOver = async (stage: Stage, viewer: Viewer): Promise<Input> => {
  const { contractor_id, paye_scheme_id, payroll_id } = await starting(stage, viewer)
  await act(stage, viewer, 'business.pension_scheme.add', {
    ...pension,
    paye_scheme_id,
    name: 'Nest',
  })
  return {
    ...{ contractor_id, paye_scheme_id, payroll_id },
    ...{
      start_date: '2024-11-04',
      pay_frequency: 'week',
      is_irregular_hours: true,
      retained_percent: '12.07',
    },
    ...{
      workplace_postcode: 'LS1 4AP',
      director_from: '2025-05-06',
      director_to: '2025-12-31',
      director_method: 'AN',
    },
    ...{ last_pay_day: '2025-05-30', source: 'Other payroll, P11', tax_code: '1257L', is_week1: false },
    ...{
      student_loan_plan: 'plan_2',
      has_postgraduate_loan: true,
      pension_scheme: 'Nest',
      holiday_hours: '16',
    },
    ...{ previous_pay: '500.00', previous_tax: '50.00', gross_pay: '4200.00', taxable_pay: '3900.00' },
    ...{ income_tax: '400.00', student_loan: '90.00', postgraduate_loan: '30.00', pension_net_pay: '100.00' },
    ...{ pension_at_source: '10.00', other_deductions: '20.00', employer_pension: '80.00' },
    ...{ ni_letter: 'A', ni_evidence: 'P11', ni_earnings: '3000.00', at_lel: '900.00', lel_to_pt: '800.00' },
    ...{ pt_to_uel: '1300.00', employee_ni: '104.00', employer_ni: '300.00' },
    ...{
      second_earlier_ni_letter: 'H',
      third_earlier_ni_letter: 'C',
      ...part('second_earlier_'),
      ...part('third_earlier_'),
    },
    ...part('since_'),
    ...{ earlier_ni_letter: 'M', earlier_ni_earnings: '900.00', earlier_at_lel: '200.00' },
    ...{ earlier_lel_to_pt: '200.00', earlier_pt_to_uel: '500.00', earlier_employee_ni: '40.00' },
    ...{ earlier_employer_ni: '0.00', smp: '1.00', spp: '1.00', sap: '1.00', shpp: '1.00', spbp: '1.00' },
    sncp: '1.00',
  }
}

const employed = async (stage: Stage, viewer: Viewer): Promise<string> =>
  (await act<{ id: string }>(stage, viewer, 'business.employment.start', await starting(stage, viewer))).id

const loan = async (stage: Stage, viewer: Viewer): Promise<Input> => ({
  employment_id: await employed(stage, viewer),
  plan: 'plan_2',
  source: 'sl1',
  effective_from: '2025-06-13',
})

const order = async (stage: Stage, viewer: Viewer): Promise<Input> => ({
  employment_id: await employed(stage, viewer),
  kind: 'aeo_civil',
  authority: 'County Court at York',
  reference: 'F00YK123',
  order_date: '2025-06-02',
  received_on: '2025-06-05',
  rate: 'given',
  amount: '40.00',
  protected_earnings: '210.00',
  debt: '900.00',
  charges_admin_fee: true,
})

const absence = async (stage: Stage, viewer: Viewer): Promise<Input> => ({
  employment_id: await employed(stage, viewer),
  kind: 'ssp',
  first_day: '2025-06-02',
  last_day: '2025-06-10',
  qualifying_days: 'Mon Tue Wed Thu Fri',
  evidence: 'Fit note',
  average_weekly_earnings: '400.00',
  average_reason: 'Earnings of the earlier employer’s transfer',
})

/** Hours that are held, and days that the worker's agency or provider asks for. */
async function heldBy(stage: Stage, viewer: Viewer): Promise<Input> {
  const employment_id = await employed(stage, viewer)
  await act(stage, viewer, 'transaction.holiday_movement.adjust', {
    employment_id,
    hours: '16',
    reason: 'Held before the takeover',
  })
  return {
    employment_id,
    first_day: '2025-07-07',
    last_day: '2025-07-08',
    hours: '15.5',
    comment: 'At the sea',
  }
}

async function askedBy(stage: Stage, viewer: Viewer): Promise<Input> {
  const { id } = await act<{ id: string }>(
    stage,
    stage.agency.provider.operations,
    'transaction.holiday.ask',
    await heldBy(stage, viewer),
  )
  return { id }
}

const pension = {
  name: 'Workplace pension',
  provider: 'Nest',
  employer_reference: 'EMP000123',
  relief: 'at_source',
  basis: 'qualifying',
  employee_percent: '5',
  employer_percent: '3',
  payment_day: 22,
}

async function enrolment(stage: Stage, viewer: Viewer, begun?: Input) {
  const facts = begun ?? (await starting(stage, viewer))
  const { paye_scheme_id } = facts as { paye_scheme_id: string } // As starting answers.
  const { id: employment_id } = await act<{ id: string }>(stage, viewer, 'business.employment.start', facts)
  const { id } = await act<{ id: string }>(stage, viewer, 'business.pension_scheme.add', {
    paye_scheme_id,
    ...pension,
  })
  return {
    employment_id,
    pension_scheme_id: id,
    entry: 'opt_in',
    effective_from: '2025-06-06',
    informed_on: '2025-06-06',
  }
}

async function member(stage: Stage, viewer: Viewer): Promise<string> {
  const asked = await enrolment(stage, viewer)
  await act(stage, viewer, 'business.pension_membership.enrol', asked)
  return asked.employment_id
}

/** A pension with a member, and the one that takes the member over. */
async function endedPension(stage: Stage, viewer: Viewer) {
  const facts = await starting(stage, viewer)
  const asked = await enrolment(stage, viewer, facts)
  await act(stage, viewer, 'business.pension_membership.enrol', asked)
  const { id: successor_id } = await act<{ id: string }>(stage, viewer, 'business.pension_scheme.add', {
    ...pension,
    paye_scheme_id: facts.paye_scheme_id,
    name: 'Northern Mutual',
  })
  return { id: asked.pension_scheme_id, effective_from: '2025-08-01', successor_id }
}

/** Of a worker with an invoiced week through an umbrella company. */
async function umbrellaPayslip(stage: Stage): Promise<Input> {
  const { agency } = stage
  const client = await seedClient(stage, agency)
  const contractor = await seedContractor(stage, agency, { payment_type: 'umbrella' })
  const placement = await seedPlacement(stage, { agency, client, contractor })
  const week = await seedApprovedTimesheet(stage, placement)
  return {
    contractor_id: contractor.id,
    agency_id: agency.id,
    period_start: week.start_date,
    period_end: week.end_date,
    ...{ gross_pay: '400.00', income_tax: '31.60', employee_ni: '12.64', employer_ni: '45.60' },
    margin: '20.00',
  }
}

const recordedPayslip = async (stage: Stage, viewer: Viewer): Promise<string> =>
  (
    await act<{ id: string }>(
      stage,
      viewer,
      'transaction.umbrella_payslip.record',
      await umbrellaPayslip(stage),
    )
  ).id

export const payroll_examples: Readonly<Record<string, Example>> = {
  'transaction.umbrella_payslip.record': { by: admin, categories, input: umbrellaPayslip },
  'transaction.umbrella_payslip.explain': {
    by: admin,
    categories,
    input: async (stage, viewer) => ({
      id: await recordedPayslip(stage, viewer),
      explanation: 'A day was not paid',
    }),
  },
  'transaction.umbrella_payslip.remove': {
    by: admin,
    categories,
    input: async (stage, viewer) => ({ id: await recordedPayslip(stage, viewer) }),
  },
  'business.paye_scheme.create': {
    by: admin,
    categories,
    input: async (stage) => ({ business_id: stage.agency.id, ...scheme() }),
  },
  'business.paye_scheme.update': {
    by: admin,
    categories,
    input: async (stage, viewer) => ({ id: await schemeOf(stage, viewer), ...scheme() }),
  },
  'contract.temp_placement.set_paye_scheme': {
    by: admin,
    categories: ['agency', 'provider'],
    input: async (stage) => ({
      id: (await seedPayePlacement(stage, { agency: stage.agency, client: stage.placed.client })).id,
      paye_scheme_id: await schemeOf(stage, admin(stage)),
    }),
  },
  'business.paye_scheme.end': {
    by: admin,
    categories,
    input: async (stage, viewer) => ({ id: await schemeOf(stage, viewer), ended_on: '2025-06-10' }),
  },
  'business.paye_scheme.undo_end': {
    by: admin,
    categories,
    input: async (stage, viewer) => {
      const id = await schemeOf(stage, viewer)
      await act(stage, viewer, 'business.paye_scheme.end', { id, ended_on: '2025-06-10' })
      return { id, reason: 'A worker came back' }
    },
  },
  'business.paye_scheme.set_pension_duties': {
    by: admin,
    categories,
    input: async (stage, viewer) => ({
      id: await schemeOf(stage, viewer),
      pension_duties_from: '2016-04-01',
      re_enrolled_on: '2025-04-01',
    }),
  },
  'business.employment.start': { by: admin, categories, input: starting },
  'business.employment.take_over': { by: admin, categories, input: takingOver },
  'business.employment.undo_takeover': {
    by: admin,
    categories,
    input: async (stage, viewer) => {
      const { id } = await act<{ id: string }>(
        stage,
        viewer,
        'business.employment.take_over',
        await takingOver(stage, viewer),
      )
      return { id, reason: 'The wrong worker' }
    },
  },
  'business.employment.change': {
    by: admin,
    categories,
    input: async (stage, viewer) => ({ id: await employed(stage, viewer), ...pay }),
  },
  'business.employment.renumber': {
    by: admin,
    categories,
    input: async (stage, viewer) => ({
      id: await employed(stage, viewer),
      payroll_id: 'N1',
      effective_from: '2025-06-13',
    }),
  },
  'business.employment.leave': {
    by: admin,
    categories,
    input: async (stage, viewer) => ({ id: await employed(stage, viewer), leave_date: '2025-06-13' }),
  },
  'transaction.payroll.due': {
    by: admin,
    categories,
    unaudited: 'it changes nothing',
    input: async () => ({}),
  },
  'transaction.payroll.year_to_date': {
    by: admin,
    categories,
    unaudited: 'it changes nothing',
    input: async (stage, viewer) => ({ paye_scheme_id: await schemeOf(stage, viewer), tax_year: '2025-26' }),
  },
  'transaction.tax_month.p32': {
    by: admin,
    categories,
    unaudited: 'it changes nothing',
    input: async (stage, viewer) => ({ paye_scheme_id: await schemeOf(stage, viewer), tax_year: '2025-26' }),
  },
  'business.employment.what_if': {
    by: admin,
    categories,
    unaudited: 'it changes nothing',
    input: async (stage, viewer) => {
      const employment_id = await employed(stage, viewer)
      await act(stage, viewer, 'business.ni_category.add', {
        employment_id,
        letter: 'A',
        effective_from: '2025-06-01',
        reason: 'Certificate seen',
      })
      return { employment_id, pay_day: '2025-06-20', pay: '600.00', hours: '40', other_pay: '100.00' }
    },
  },
  'business.tax_code.add': {
    by: admin,
    categories,
    input: async (stage, viewer) => ({
      employment_id: await employed(stage, viewer),
      code: '1185L',
      is_week1: true,
      source: 'p6',
      notice_date: '2025-06-12',
      previous_pay: '2500.00',
      previous_tax: '150.20',
      effective_from: '2025-06-20',
    }),
  },
  'business.ni_category.add': {
    by: admin,
    categories,
    input: async (stage, viewer) => ({
      employment_id: await employed(stage, viewer),
      letter: 'F',
      effective_from: '2025-06-20',
      reason: 'Works on the site',
      evidence: 'List of the site',
      workplace_postcode: 'LS1 4AP',
    }),
  },
  'business.student_loan.start': { by: admin, categories, input: loan },
  'business.student_loan.stop': {
    by: admin,
    categories,
    input: async (stage, viewer) => ({
      id: (await act<{ id: string }>(stage, viewer, 'business.student_loan.start', await loan(stage, viewer)))
        .id,
      effective_from: '2025-07-04',
    }),
  },
  'business.agreed_deduction.add': { by: admin, categories, input: agreement },
  'business.agreed_deduction.end': {
    by: admin,
    categories,
    input: async (stage, viewer) => {
      const made = await act<{ id: string }>(
        stage,
        viewer,
        'business.agreed_deduction.add',
        await agreement(stage, viewer),
      )
      return { id: made.id, ended_on: '2025-06-20', reason: 'Paid back in cash' }
    },
  },
  'business.attachment_order.add': { by: admin, categories, input: order },
  'business.attachment_order.end': {
    by: admin,
    categories,
    input: async (stage, viewer) => ({
      id: (
        await act<{ id: string }>(stage, viewer, 'business.attachment_order.add', await order(stage, viewer))
      ).id,
      ended_on: '2025-06-12',
      reason: 'Paid in full',
    }),
  },
  'business.pension_scheme.add': {
    by: admin,
    categories,
    input: async (stage, viewer) => ({ paye_scheme_id: await schemeOf(stage, viewer), ...pension }),
  },
  'business.pension_scheme.set_layout': {
    by: admin,
    categories,
    input: async (stage, viewer) => ({
      id: (await enrolment(stage, viewer)).pension_scheme_id,
      file_layout: 'own',
      columns: [{ value: 'ni_number', heading: 'NINO' }],
      ...{ has_headings: true, date_format: 'ymd' },
    }),
  },
  'business.pension_scheme.update': {
    by: admin,
    categories,
    input: async (stage, viewer) => ({
      id: (await enrolment(stage, viewer)).pension_scheme_id,
      ...{ name: 'Works pension', provider: 'Nest', employer_reference: 'EMP000124', payment_day: 19 },
    }),
  },
  'business.pension_terms.set': {
    by: admin,
    categories,
    input: async (stage, viewer) => ({
      pension_scheme_id: (await enrolment(stage, viewer)).pension_scheme_id,
      effective_from: '2025-07-04',
      ...{ relief: 'net_pay', basis: 'set_1', employee_percent: '5', employer_percent: '4' },
    }),
  },
  'business.pension_scheme.end': { by: admin, categories, input: endedPension },
  'business.pension_scheme.undo_end': {
    by: admin,
    categories,
    input: async (stage, viewer) => {
      const asked = await endedPension(stage, viewer)
      await act(stage, viewer, 'business.pension_scheme.end', asked)
      return { id: asked.id, reason: 'The provider goes on' }
    },
  },
  'business.pension_membership.enrol': {
    by: admin,
    categories,
    input: (stage, viewer) => enrolment(stage, viewer),
  },
  'business.pension_membership.postpone': {
    by: admin,
    categories,
    input: async (stage, viewer) => ({
      employment_id: await employed(stage, viewer),
      effective_from: '2025-06-02',
      postponed_to: '2025-08-29',
      informed_on: '2025-06-09',
    }),
  },
  'business.pension_membership.opt_out': {
    by: admin,
    categories,
    input: async (stage, viewer) => ({
      employment_id: await member(stage, viewer),
      received_on: '2025-06-13',
    }),
  },
  'business.pension_membership.cease': {
    by: admin,
    categories,
    input: async (stage, viewer) => ({
      employment_id: await member(stage, viewer),
      effective_from: '2025-07-11',
      reason: 'Left by notice',
    }),
  },
  'transaction.statutory_absence.record': { by: admin, categories, input: absence },
  'transaction.statutory_absence.withdraw': {
    by: admin,
    categories,
    input: async (stage, viewer) => ({
      id: (
        await act<{ id: string }>(
          stage,
          viewer,
          'transaction.statutory_absence.record',
          await absence(stage, viewer),
        )
      ).id,
      reason: 'Entered for somebody else',
    }),
  },
  'transaction.holiday.ask': { by: admin, categories: [...categories, 'contractor'], input: heldBy },
  'transaction.holiday.approve': { by: admin, categories, input: askedBy },
  'transaction.holiday.refuse': {
    by: admin,
    categories,
    input: async (stage, viewer) => ({ ...(await askedBy(stage, viewer)), reason: 'Too many are away' }),
  },
  'transaction.holiday.withdraw': {
    by: admin,
    categories: [...categories, 'contractor'],
    input: async (stage, viewer) => ({ ...(await askedBy(stage, viewer)), reason: 'Other plans' }),
  },
  'transaction.holiday_movement.adjust': {
    by: admin,
    categories,
    input: async (stage, viewer) => ({
      employment_id: await employed(stage, viewer),
      hours: '12',
      reason: 'Held before the takeover',
    }),
  },
  'business.paye_scheme.set_sender': {
    by: admin,
    categories,
    input: async (stage, viewer) => ({
      id: await schemeOf(stage, viewer),
      sender_id: 'ISV635',
      sender_password: 'testing1',
    }),
  },
  'business.paye_scheme.remove_sender': {
    by: admin,
    categories,
    input: async (stage, viewer) => {
      const id = await schemeOf(stage, viewer)
      await act(stage, viewer, 'business.paye_scheme.set_sender', {
        id,
        sender_id: 'ISV635',
        sender_password: 'testing1',
      })
      return { id }
    },
  },
  'business.paye_scheme_year.set': {
    by: admin,
    categories,
    input: async (stage, viewer) => ({
      paye_scheme_id: await schemeOf(stage, viewer),
      tax_year: '2026-27',
      is_small_employer: true,
      claims_employment_allowance: true,
      allowance_declared_by: 'Ada Byron',
      levy_allowance: '9000.00',
    }),
  },
}
