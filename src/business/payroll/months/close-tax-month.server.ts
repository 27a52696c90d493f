import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { present } from '#kernel/assert.ts'
import { precondition } from '#kernel/errors.ts'
import { newUuid } from '#kernel/uuid.ts'
import { verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { currencyId } from '../../parties/insert-party.server.ts'
import { taxMonths } from '../../payments/creditors/due-days.rules.ts'
import { payEmptySlips } from '../../payments/creditors/pay-slips.server.ts'
import { enteredBy } from '../../shared/entered-by.server.ts'
import { nextHumanId } from '../../shared/human-id.server.ts'
import { taxMonth } from '../engine/pay-period.rules.ts'
import { penceText } from '../figures/run-figures.rules.ts'
import { lockScheme } from '../schemes/paye-scheme-input.server.ts'
import { TAX_YEARS } from '../years/tax-years.rules.ts'
import { closeFault, month_amounts } from './month-figures.rules.ts'
import { giveRelief, lockHmrc } from './move-relief.server.ts'
import { readTaxYear } from './read-year.server.ts'
import { tax_month } from './tax-month.entity.ts'
import { month_closers } from './tax-month.rules.ts'

const MONTHS = 12

const input = z.strictObject({
  paye_scheme_id: z.uuid(),
  /** `2026-27` */
  tax_year: z.enum(TAX_YEARS.map(({ name }) => name)),
  tax_month: z.int().min(1).max(MONTHS),
})

/**
 * Closes the tax month of a scheme: the employer's relief is taken from HMRC's payment. Payslips without net pay need no
 * payment and are paid first.
 * @throws precondition with the step that comes first
 */
export const closeTaxMonth = verb({
  action_id: 'transaction.tax_month.close',
  since: '0.1.0',
  summary: 'Closes a tax month of a PAYE scheme: what is due to HMRC, and what the employer has back',
  machine: 'refused',
  impersonator: 'refused',
  who: month_closers,
  input,
  output: z.strictObject({
    id: z.uuid(),
    human_id: z.string(),
    due: z.string(),
    relief: z.string(),
    due_date: z.string(),
  }),
  run: async (context, { paye_scheme_id, tax_year: name, tax_month: month }) => {
    const { tx, viewer, clock } = context
    const tax_year = Number(name.slice(0, 4))
    await loadVisible(tx, viewer, 'business.paye_scheme', [paye_scheme_id], { columns: 't.id' })
    // Payslips are locked before their scheme, as by every other payment of them.
    await payEmptySlips(context, { paye_scheme_id, to: taxMonth(tax_year, month).to })
    const hmrc_id = await lockHmrc(context)
    // Held until the end: no run of the month is opened meanwhile.
    const scheme = await lockScheme(context, paye_scheme_id)
    const months = await readTaxYear(context, paye_scheme_id, tax_year)
    const fault = closeFault(months, month, clock.today())
    if (fault !== null) throw precondition(fault)
    const { from, to, figures } = present(months[month - 1], 'the month')
    const { due_date } = taxMonths(to, scheme.payment_frequency)
    const amounts = Object.fromEntries(
      month_amounts.map((field) => [field, penceText(figures[field])]),
    ) as Record<(typeof month_amounts)[number], string> // Every field once.
    const id = newUuid(clock)
    const human_id = await nextHumanId(tx, 'TXM')
    const currency_id = await currencyId(context, 'GBP')
    await insertRow(tx, tax_month, {
      ...amounts,
      id,
      human_id,
      status: 'closed',
      paye_scheme_id,
      tax_year,
      tax_month: month,
      period_start: from,
      period_end: to,
      due_date,
      payslip_count: figures.payslip_count,
      working: figures.working,
      paid: null,
      source: null,
      currency_id,
      correction_reason: null,
      corrected_by_name: null,
      corrected_at: null,
      provider_id: scheme.provider_id,
      agency_id: scheme.agency_id,
      ...enteredBy(context),
    })
    context.audit({
      entity: 'transaction.tax_month',
      entity_id: id,
      new_values: { human_id, status: 'closed', paye_scheme_id, tax_year, tax_month: month, ...amounts },
    })
    await giveRelief(context, scheme, { id, human_id, from, to, currency_id, hmrc_id }, figures.relief)
    return { id, human_id, due: amounts.due, relief: amounts.relief, due_date }
  },
})
