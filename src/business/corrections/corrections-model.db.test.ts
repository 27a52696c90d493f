/**
 * Corrections, receipts and payment runs in any order, of workers who bill and of those whom payroll pays: the books and
 * every identity hold after each step. `STINT_CORRECTION_RUNS=300 STINT_CORRECTION_STEPS=40 STINT_CORRECTION_SEED=…` for a
 * longer look, or to see a failing run again.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { isStintError } from '#kernel/errors.ts'
import { formatMoney, GBP, money, parseMoney } from '#kernel/money.ts'
import { freshDatabase } from '#test/database.ts'
import { seedPayout, seedReceipt } from '#test/fixtures/cash.ts'
import { expectVerified } from '#test/fixtures/corrections.ts'
import { seedApprovedExpense, seedFigures } from '#test/fixtures/documents.ts'
import { act, seedApprovedTimesheets, seedWeek, weekdays, worldOn } from '#test/fixtures/world.ts'

const database = await freshDatabase()

const steps = [
  'credit',
  'refine',
  'difference',
  'pay',
  'unmatch',
  'reverse',
  'run',
  'reverse_credit',
  'credit_worker',
  'approve',
  'payroll',
  'note',
  'consolidate',
] as const
type Step = { readonly what: (typeof steps)[number]; readonly pick: number; readonly size: number }

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom(...steps),
  pick: fc.nat(20),
  size: fc.integer({ min: 1, max: 100 }),
})

type Open = { id: string; outstanding_balance: string }

async function story(
  funding_model: 'direct' | 'agency_billed' | 'indirect',
  funding_type: 'funded' | 'partly_funded' | 'paid_when_paid',
  payment_type: 'limited' | 'paye',
  list: readonly Step[],
): Promise<void> {
  const world = worldOn(database)
  const placement = await seedWeek(world, {
    agency: { funding_model },
    placement: { funding_type },
    contractor: { conduct_regs_opt_out: true, payment_type },
  })
  const { agency } = placement
  const { operations } = agency.provider
  const sheets = await seedApprovedTimesheets(world, placement)
  await seedApprovedExpense(world, placement)
  const rows = async <R>(sql: string): Promise<R[]> =>
    (await database.owner.query(sql, [agency.id])).rows as R[]
  const clients = `type in ('provider-client', 'agency-client', 'funder-client')`
  const by_model = funding_model === 'agency_billed' ? agency.user : operations
  const choose = <T>(of: readonly T[], at: number): T | undefined => of[at % Math.max(1, of.length)]
  const doing: Record<Step['what'], (one: Step) => Promise<unknown>> = {
    credit: async ({ pick, size }) => {
      const invoices = await rows<{ id: string; total_amount: string }>(
        `select id, total_amount from transaction.invoice where agency_id = $1 and not is_credit_note and total_amount > 0
           and ${clients} order by human_id`,
      )
      const one = choose(invoices, pick)
      if (!one) return
      const total = parseMoney(one.total_amount, GBP)
      const amount = formatMoney(money(Math.max(1, Math.floor((total.minor * size) / 300)), GBP))
      await act(world, by_model, 'transaction.invoice.credit', { id: one.id, reason: 'Agreed', amount })
    },
    refine: ({ pick, size }) => refineAt('full', pick, size),
    difference: ({ pick, size }) => refineAt('difference', pick, size),
    credit_worker: async ({ size }) => {
      const [one] = await rows<{ id: string }>(
        `select id from transaction.invoice where agency_id = $1 and generation_type = 'expense' and type = 'contractor-agency'
           and not is_credit_note order by human_id`,
      )
      const amount = formatMoney(money(size * 10, GBP))
      if (one)
        await act(world, agency.user, 'transaction.invoice.credit', { id: one.id, reason: 'Twice', amount })
    },
    approve: async () => {
      const waiting = await rows<{ id: string }>(
        `select id from transaction.timesheet where agency_id = $1 and status = 'submitted' order by human_id`,
      )
      const ids = waiting.map((row) => row.id)
      if (ids.length > 0)
        await act(world, placement.client.approver, 'transaction.timesheet.approve', { ids })
    },
    payroll: async () => {
      const waiting = await rows<{ id: string; contractor_amount: string }>(
        `select id, contractor_amount from transaction.timesheet where agency_id = $1 and status = 'suspense' order by human_id`,
      )
      if (payment_type === 'paye')
        for (const { id, contractor_amount } of waiting)
          await seedFigures(world, agency, id, { ...no_deductions, ...payOf(contractor_amount) })
    },
    note: async ({ size }) => {
      const asked = { agency_id: agency.id, amount: formatMoney(money(size * 10, GBP)), reason: 'Charges' }
      if (funding_model !== 'indirect')
        await act(world, operations, 'transaction.collection_note.create', asked)
    },
    consolidate: async ({ pick }) => {
      const period = { client_id: placement.client.id, period_start: '2025-06-01', period_end: '2025-06-30' }
      const { consolidated_invoices } = await act<{ consolidated_invoices: { id: string }[] }>(
        world,
        agency.user,
        'transaction.consolidated_invoice.create',
        period,
      )
      for (const { id } of consolidated_invoices) {
        if (pick % 3 !== 0) await act(world, agency.user, 'transaction.consolidated_invoice.generate', { id })
        if (pick % 3 === 1)
          await act(world, agency.user, 'transaction.consolidated_invoice.cancel', { id, reason: 'Apart' })
      }
    },
    pay: async ({ pick, size }) => {
      if (funding_model === 'indirect') return
      const one = choose(await rows<Open>(openSql), pick)
      if (!one) return
      const owed = parseMoney(one.outstanding_balance, GBP)
      const amount = formatMoney(money(Math.max(1, Math.ceil((owed.minor * size) / 100)), GBP))
      const receipt = await seedReceipt(world, placement, amount)
      await act(world, operations, 'transaction.payment_receipt.match', {
        id: receipt.id,
        matches: [{ invoice_id: one.id, amount }],
      })
    },
    unmatch: async ({ pick }) => {
      const lines = await rows<{ id: string }>(
        `select d.id from transaction.payment_receipt_detail d join transaction.payment_receipt_summary s
           on s.id = d.payment_receipt_summary_id where d.agency_id = $1 and s.type = 'receipt' and d.reversal_date is null order by d.id`,
      )
      const one = choose(lines, pick)
      if (one)
        await act(world, operations, 'transaction.payment_receipt.unmatch', {
          detail_id: one.id,
          reason: 'Wrong',
        })
    },
    reverse: async ({ pick }) => {
      const receipts = await rows<{ id: string }>(
        `select id from transaction.payment_receipt_summary where agency_id = $1 and type = 'receipt' and status <> 'reversed' order by id`,
      )
      const one = choose(receipts, pick)
      if (one)
        await act(world, operations, 'transaction.payment_receipt.reverse', { id: one.id, reason: 'Bounced' })
    },
    run: async () => {
      if (funding_model !== 'indirect') await seedPayout(world, agency.provider, '2025-07-30')
    },
    reverse_credit: async ({ pick }) => {
      const notes = await rows<{ id: string }>(
        `select id from transaction.invoice where agency_id = $1 and is_credit_note and refinement_id is null and ${clients} order by human_id`,
      )
      const one = choose(notes, pick)
      if (one)
        await act(world, by_model, 'transaction.invoice.reverse_credit', { id: one.id, reason: 'Wrong' })
    },
  }
  const openSql = `select id, outstanding_balance from transaction.invoice where agency_id = $1 and status = 'open'
    and outstanding_balance > 0 and ${clients} order by human_id`
  async function refineAt(mode: 'full' | 'difference', pick: number, size: number): Promise<void> {
    const sheet = present(choose(sheets, pick), 'a week')
    const units = String(Math.max(1, Math.floor(size / 10)))
    await act(world, agency.user, 'transaction.timesheet.refine', {
      id: sheet.id,
      mode,
      details: weekdays(sheet, placement.group_id, units),
      reason: 'Hours corrected',
      re_approval: size % 5 === 0,
    })
  }
  // What payroll pays is invoiced by its figures.
  for (const one of [{ what: 'payroll', pick: 0, size: 1 } as const, ...list]) {
    try {
      await doing[one.what](one)
    } catch (refusal) {
      // What is refused is refused in words, and leaves nothing behind.
      if (!isStintError(refusal)) throw refusal
    }
    await expectVerified(database)
  }
  const [made] = await rows<{ sets: number }>(
    `select count(*)::int as sets from transaction.invoice_set where agency_id = $1 and generation_type like '%timesheet'`,
  )
  expect(made?.sets).toBeGreaterThanOrEqual(sheets.length)
  const { rows: left } = await database.owner.query(
    `select s.id from transaction.invoice_set s
     where s.agency_id = $1 and s.status = 'credited' and exists (
       select from transaction.invoice i join transaction.invoice_set c on c.id = i.invoice_set_id
       where c.id = s.id or (c.corrects_set_id = s.id and c.status = 'credit')
       group by i.type having sum(i.total_amount) <> 0)`,
    [agency.id],
  )
  expect(left).toEqual([])
}

/** Figures of a payroll that takes nothing off, and costs a tenth of its pay. */
const no_deductions = {
  holiday_pay: '0',
  income_tax: '0',
  employee_ni: '0',
  employee_pension: '0',
  student_loan: '0',
  employer_pension: '0',
  apprenticeship_levy: '0',
}

function payOf(gross_pay: string) {
  const { minor } = parseMoney(gross_pay, GBP)
  return { gross_pay, net_pay: gross_pay, employer_ni: formatMoney(money(Math.trunc(minor / 10), GBP)) }
}

const setting = (name: string, otherwise: number) =>
  Number(process.env[`STINT_CORRECTION_${name}`] ?? otherwise)
const is_night = Boolean(process.env.STINT_NIGHTLY)
const runs = setting('RUNS', is_night ? 200 : 4)
const steps_max = setting('STEPS', is_night ? 40 : 10)
const seed = process.env.STINT_CORRECTION_SEED === undefined ? {} : { seed: setting('SEED', 0) }

test(
  'any order of credits, refinements, receipts and payment runs leaves the books sound',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<Parameters<typeof story>[0]>('direct', 'agency_billed', 'indirect'),
        fc.constantFrom<Parameters<typeof story>[1]>('funded', 'partly_funded', 'paid_when_paid'),
        fc.constantFrom<Parameters<typeof story>[2]>('limited', 'paye'),
        fc.array(step, { minLength: 4, maxLength: steps_max }),
        // Pay of the employed waits for no client (money.md §1.6): it is refused, and is no story.
        (model, type, pay, list) => story(model, type, type === 'paid_when_paid' ? 'limited' : pay, list),
      ),
      { numRuns: runs, endOnFailure: true, ...seed },
    )
  },
  600_000 + runs * steps_max * 2_000,
)
