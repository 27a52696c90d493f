/** Examples of verbs of returns to HMRC, on schemes and runs of their own. */
import { rejectedReturn, unansweredReturn } from '../fixtures/sent-returns.ts'
import { act, seedContractor } from '../fixtures/world.ts'
import { checker, type Example, type Input, type Stage } from './example-parts.ts'
import { checkedRun, employerOf, pensionOfRun, runScheme } from './pay-run-examples.ts'
import { TransactionEngineStub } from './transaction-engine.ts'

const operations = (stage: Stage) => stage.agency.provider.operations
const categories = ['provider'] as const
const keepers = ['agency', 'provider'] as const

const month = async (stage: Stage): Promise<Input> => ({
  paye_scheme_id: await runScheme(stage),
  tax_year: '2025-26',
  tax_month: 1,
  no_payment: true,
  inactive_months: 1,
  is_final: true,
})

/** A return that is ready to file. */
async function ready(stage: Stage): Promise<string> {
  const verb = 'transaction.rti_submission.build_eps'
  return (await act<{ id: string }>(stage, operations(stage), verb, await month(stage))).id
}

/** The same, of a scheme with credentials. */
async function sendable(stage: Stage): Promise<string> {
  const input = await month(stage)
  const { agency } = await employerOf(stage)
  await act(stage, agency.admin, 'business.paye_scheme.set_sender', {
    id: input.paye_scheme_id,
    sender_id: 'ISV635',
    sender_password: 'testing1',
  })
  return (await act<{ id: string }>(stage, operations(stage), 'transaction.rti_submission.build_eps', input))
    .id
}

/** A return that nobody knows the answer to. */
export async function unanswered(stage: Stage): Promise<string> {
  const id = await sendable(stage)
  await unansweredReturn(stage, operations(stage), id)
  return id
}

/** A return whose sender HMRC does not know. */
export async function rejected(stage: Stage): Promise<string> {
  const id = await sendable(stage)
  const engine = new TransactionEngineStub()
  engine.sender.password = 'another'
  await rejectedReturn(stage, operations(stage), id, engine)
  return id
}

async function approved(stage: Stage): Promise<Input> {
  const run = await checkedRun(stage)
  await act(stage, stage.agency.provider.approver, 'transaction.pay_run.approve', run)
  return { pay_run_id: run.id, late_reason: 'impracticable', is_final: true }
}

/** The worker of a run, with its pay day. */
async function paidBy(stage: Stage, pay_run_id: unknown): Promise<Input> {
  const { rows } = await stage.database.app.query<{ employment_id: string; pay_day: string }>(
    `select p.employment_id, r.pay_day::text from transaction.pay_run_payslip p join transaction.pay_run r on r.id = p.pay_run_id
     where r.id = $1`,
    [pay_run_id],
  )
  return { employment_id: rows[0]?.employment_id, from_pay_day: rows[0]?.pay_day }
}

/** Letter C of a worker who was paid under A. */
async function paidUnderA(stage: Stage): Promise<Input> {
  const { pay_run_id } = await approved(stage)
  return { ...(await paidBy(stage, pay_run_id)), letter: 'C' }
}

/** A worker of a year whose last return is filed. */
async function lockedYear(stage: Stage): Promise<Input> {
  const input = await approved(stage)
  // HMRC asks for the worker's own facts.
  await stage.database.app.query(
    `with workers as (select b.individual_id from transaction.pay_run_payslip p join business.business b on b.id = p.contractor_id
         where p.pay_run_id = $1),
       made as (insert into business.address (id, line_1, city, zipcode, country, country_code, created_at, updated_at)
         values (gen_random_uuid(), '1 High Street', 'Leeds', 'LS1 4AP', 'United Kingdom', 'GB', now(), now()) returning id)
     update business.individual i set gender = 'F', ni_number = 'AB123456A', date_of_birth = '1955-05-01',
       address_id = (select id from made) from workers w where i.id = w.individual_id`,
    [input.pay_run_id],
  )
  const { id } = await act<{ id: string }>(
    stage,
    operations(stage),
    'transaction.rti_submission.build_fps',
    input,
  )
  await act(stage, operations(stage), 'transaction.rti_submission.file_outside', {
    id,
    receipt: 'Receipt A1',
  })
  return {
    ...(await paidBy(stage, input.pay_run_id)),
    ...{ tax_year: '2025-26', letter: 'C' },
    ...{ reason: 'Over State Pension age', evidence: 'Letter of the Pension Service' },
  }
}

/** An hour of example 4 that was not worked, in a locked year. */
async function correctedPay(stage: Stage): Promise<Input> {
  const { employment_id, from_pay_day } = await lockedYear(stage)
  return { employment_id, pay_day: from_pay_day, pay_kind: 'basic', was: 'too_much', amount: '22.41' }
}

/** A run with a payslip that is paid. */
export async function paidRun(stage: Stage): Promise<string> {
  const run = await checkedRun(stage, '2025-06-05')
  await paidByHand(stage, run)
  return run.id
}

/** Approves a run, and confirms its payslips as paid. */
export async function paidByHand(stage: Stage, run: Input): Promise<void> {
  const { payslips } = await act<{ payslips: { id: string }[] }>(
    stage,
    stage.agency.provider.approver,
    'transaction.pay_run.approve',
    run,
  )
  await act(stage, operations(stage), 'transaction.payslip.confirm_paid', {
    ids: payslips.map(({ id }) => id),
  })
}

/** A month that is over, with a payslip that is paid. */
export async function paidMonth(stage: Stage): Promise<Input> {
  const { rows } = await stage.database.app.query<{ paye_scheme_id: string }>(
    'select paye_scheme_id from transaction.pay_run where id = $1',
    [await paidRun(stage)],
  )
  return { paye_scheme_id: rows[0]?.paye_scheme_id, tax_year: '2025-26', tax_month: 2 }
}

/** A month of a company that suffered deductions, which is over. */
async function suffered(stage: Stage): Promise<Input> {
  const paye_scheme_id = await runScheme(stage, { corporation_tax_reference: '1123456789' })
  return {
    ...{ paye_scheme_id, tax_year: '2025-26', tax_month: 1, amount: '400.00' },
    evidence: 'Statements of April, in the folder CIS',
  }
}

const enteredCis = async (stage: Stage): Promise<string> =>
  (
    await act<{ id: string }>(
      stage,
      operations(stage),
      'transaction.cis_suffered.enter',
      await suffered(stage),
    )
  ).id

let made = 0

/** A worker who left without pay. */
async function left(stage: Stage): Promise<Input> {
  const { agency } = await employerOf(stage)
  made += 1
  const { id: employment_id } = await act<{ id: string }>(stage, agency.admin, 'business.employment.start', {
    contractor_id: (await seedContractor(stage, agency, { payment_type: 'paye' })).id,
    paye_scheme_id: await runScheme(stage),
    payroll_id: `L${made}`,
    start_date: '2025-05-01',
    pay_frequency: 'week',
    starter_declaration: 'B',
  })
  await act(stage, agency.admin, 'business.employment.leave', { id: employment_id, leave_date: '2025-05-02' })
  return { employment_id, kind: 'p45', tax_year: '2025-26' }
}

/** A month of the payroll before, whose employer claims the allowance. */
async function formerMonth(stage: Stage): Promise<Input> {
  const paye_scheme_id = await runScheme(stage)
  const { agency } = await employerOf(stage)
  await act(stage, agency.admin, 'business.paye_scheme_year.set', {
    paye_scheme_id,
    tax_year: '2025-26',
    claims_employment_allowance: true,
    allowance_declared_by: 'Director',
  })
  const parents = ['smp', 'spp', 'sap', 'shpp', 'spbp', 'sncp']
  return {
    ...{ paye_scheme_id, tax_year: '2025-26', tax_month: 1, source: 'Other payroll, P32' },
    ...{ income_tax: '400.00', employee_ni: '100.00', student_loan: '12.00', employer_ni: '300.00' },
    ...{ levy_charged: '20.00', levy_due: '5.00', employment_allowance: '300.00', paid: '500.00' },
    ...Object.fromEntries(parents.map((kind) => [kind, '10.00'])),
    ...Object.fromEntries(parents.map((kind) => [`${kind}_compensation`, '1.00'])),
  }
}

export const return_examples: Readonly<Record<string, Example>> = {
  'transaction.cis_suffered.enter': { by: operations, categories: ['agency', 'provider'], input: suffered },
  'transaction.cis_suffered.approve': {
    by: checker,
    categories,
    input: async (stage) => ({ id: await enteredCis(stage) }),
  },
  'transaction.cis_suffered.withdraw': {
    by: operations,
    categories: ['agency', 'provider'],
    input: async (stage) => ({ id: await enteredCis(stage), reason: 'A statement was missing' }),
  },
  'transaction.tax_month.take_over': { by: operations, categories, input: formerMonth },
  'transaction.tax_month.close': { by: operations, categories, input: paidMonth },
  'transaction.tax_month.correct': {
    by: operations,
    categories,
    input: async (stage) => {
      const input = await paidMonth(stage)
      const { id } = await act<{ id: string }>(stage, operations(stage), 'transaction.tax_month.close', input)
      return { id, reason: 'A late correction' }
    },
  },
  'transaction.rti_submission.build_fps': { by: operations, categories, input: approved },
  'transaction.rti_submission.build_eps': { by: operations, categories, input: month },
  'business.ni_category.preview_correction': {
    by: operations,
    categories: keepers,
    unaudited: 'it changes nothing',
    input: paidUnderA,
  },
  'business.ni_category.correct': {
    by: operations,
    categories: keepers,
    input: async (stage) => ({
      ...(await paidUnderA(stage)),
      ...{ reason: 'Over State Pension age', evidence: 'Letter of the Pension Service' },
    }),
  },
  'business.pension_scheme.make_file': { by: operations, categories: keepers, input: pensionOfRun },
  'transaction.year_correction.enter': { by: operations, categories, input: lockedYear },
  'transaction.year_correction.correct_pay': {
    by: operations,
    categories,
    input: async (stage) => ({ ...(await correctedPay(stage)), reason: 'An hour less was worked' }),
  },
  'transaction.year_correction.preview_pay': {
    by: operations,
    categories,
    unaudited: 'it changes nothing',
    input: correctedPay,
  },
  'transaction.year_correction.statement': {
    by: operations,
    categories,
    unaudited: 'it changes nothing',
    input: async (stage) => {
      const input = await correctedPay(stage)
      await act(stage, operations(stage), 'transaction.year_correction.correct_pay', {
        ...{ ...input, reason: 'An hour less was worked' },
      })
      const { rows } = await stage.database.app.query<{ payslip_id: string }>(
        'select payslip_id from transaction.pay_run_payslip where employment_id = $1',
        [input.employment_id],
      )
      return { payslip_id: rows[0]?.payslip_id }
    },
  },
  'transaction.rti_submission.build_correction': {
    by: operations,
    categories,
    input: async (stage) => {
      const input = await lockedYear(stage)
      const { id } = await act<{ id: string }>(
        stage,
        operations(stage),
        'transaction.year_correction.enter',
        input,
      )
      return { year_correction_id: id }
    },
  },
  'transaction.rti_submission.download': {
    by: operations,
    categories,
    input: async (stage) => ({ id: await ready(stage) }),
  },
  'transaction.rti_submission.file_outside': {
    by: operations,
    categories,
    input: async (stage) => ({ id: await ready(stage), receipt: 'Receipt A1' }),
  },
  'transaction.rti_submission.send': {
    by: operations,
    categories,
    input: async (stage) => ({ id: await sendable(stage) }),
  },
  'transaction.rti_submission.take_back': {
    by: operations,
    categories,
    input: async (stage) => ({ id: await unanswered(stage), reason: 'HMRC has none' }),
  },
  'transaction.tax_form.issue': { by: operations, categories, input: left },
}
