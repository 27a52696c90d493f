import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { GBP, parseMoney } from '#kernel/money.ts'
import { amountFault } from '#kernel/plausible.ts'
import { newUuid } from '#kernel/uuid.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { currencyId } from '../../parties/insert-party.server.ts'
import { amountInput } from '../../shared/cash-input.server.ts'
import { enteredBy } from '../../shared/entered-by.server.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { penceText, readPence } from '../figures/run-figures.rules.ts'
import { readTaxYear } from '../months/read-year.server.ts'
import { yearLock } from '../schemes/locked-year.server.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { lockScheme } from '../schemes/paye-scheme-input.server.ts'
import { TAX_YEARS } from '../years/tax-years.rules.ts'
import { cis_suffered } from './cis-suffered.entity.ts'
import { cisFaults } from './cis-suffered.rules.ts'

const MONTHS = 12
const EVIDENCE = 10
const EVIDENCE_MAX = 500

const input = z.strictObject({
  paye_scheme_id: z.uuid(),
  /** `2026-27` */
  tax_year: z.enum(TAX_YEARS.map(({ name }) => name)),
  tax_month: z.int().min(1).max(MONTHS),
  /** Of the tax year up to the end of the month. */
  amount: amountInput,
  /** Statements of the customers, and where they are kept. */
  evidence: z
    .string({ error: validationText.required })
    .trim()
    .min(EVIDENCE, { error: validationText.min_length(EVIDENCE) })
    .max(EVIDENCE_MAX, { error: validationText.max_length(EVIDENCE_MAX) }),
})

/**
 * Keeps CIS deductions suffered to date, for another person's approval.
 * @throws invalid by field, also for an employer that is no company
 */
export const enterCisSuffered = verb({
  action_id: 'transaction.cis_suffered.enter',
  since: '0.1.0',
  summary: 'Enters the CIS deductions that a company suffered in the tax year up to a tax month',
  machine: 'refused',
  impersonator: 'refused',
  who: payroll_keepers,
  input,
  output: z.strictObject({ id: z.uuid(), status: z.literal('entered') }),
  run: async (context, { paye_scheme_id, tax_year: name, tax_month, amount: typed, evidence }) => {
    const { tx, clock } = context
    // Held until the end: no month is closed meanwhile.
    const scheme = await lockScheme(context, paye_scheme_id)
    const tax_year = Number(name.slice(0, 4))
    const year = await readTaxYear(context, paye_scheme_id, tax_year)
    const { from, to } = present(year[tax_month - 1], 'the month')
    const amount = parseMoney(typed, GBP)
    const fault = amountFault(amount, 'cis_suffered')
    if (fault !== null) throw invalid({ amount: fault })
    const errors = cisFaults({
      amount: amount.minor,
      corporation_tax_reference: scheme.corporation_tax_reference,
      ...{ from, to, today: clock.today() },
      lock: await yearLock(context, paye_scheme_id, tax_year),
      closed_to: year.find(({ month, is_closed }) => month >= tax_month && is_closed)?.to ?? null,
      ...(await besides(context, paye_scheme_id, tax_year, tax_month)),
    })
    if (Object.keys(errors).length > 0) throw invalid(errors)
    const id = newUuid(clock)
    const values = { status: 'entered', amount: penceText(amount.minor), evidence } as const
    await insertRow(tx, cis_suffered, {
      ...{ id, ...values, paye_scheme_id, tax_year, tax_month, period_end: to },
      currency_id: await currencyId(context, 'GBP'),
      ...{ approved_by: null, approved_by_name: null, approved_at: null },
      ...{ withdrawal_reason: null, withdrawn_by_name: null, withdrawn_at: null },
      provider_id: scheme.provider_id,
      agency_id: scheme.agency_id,
      ...enteredBy(context),
    })
    context.audit({
      entity: 'transaction.cis_suffered',
      entity_id: id,
      new_values: { ...values, paye_scheme_id, tax_year, tax_month },
    })
    return { id, status: 'entered' as const }
  },
})

/** Figures of the year beside that of the month, with those of the payroll before. */
async function besides(
  { tx }: VerbContext,
  paye_scheme_id: string,
  tax_year: number,
  tax_month: number,
): Promise<{ readonly has_one: boolean; readonly earlier: Pence; readonly later: Pence | null }> {
  const row = present(
    await tx.row<{ has_one: boolean; earlier: string; later: string | null }>(
      `select count(*) filter (where c.tax_month = $3) > 0 as has_one,
         greatest(max(c.amount) filter (where c.tax_month < $3),
           (select sum(b.cis_suffered) from transaction.tax_month b where b.paye_scheme_id = $1 and b.tax_year = $2
             and b.status = 'taken_over' and b.tax_month <= $3), 0)::text as earlier,
         min(c.amount) filter (where c.tax_month > $3)::text as later
       from transaction.cis_suffered c where c.paye_scheme_id = $1 and c.tax_year = $2 and c.status <> 'withdrawn'`,
      [paye_scheme_id, tax_year, tax_month],
    ),
    'sums',
  )
  return {
    has_one: row.has_one,
    earlier: readPence(row.earlier),
    later: row.later === null ? null : readPence(row.later),
  }
}
