import { z } from 'zod'
import { addDays, type Day, formatDay, partsOf } from '#kernel/day.ts'
import { conflict, invalid, precondition } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { newUuid } from '#kernel/uuid.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { bookDays } from '../../parties/books-begin.server.ts'
import { dayInput } from '../../parties/party-input.server.ts'
import { hasEnded } from '../../placements/paye-scheme/ended-scheme.rules.ts'
import { nextHumanId } from '../../shared/human-id.server.ts'
import { taxYearStart } from '../../shared/tax-year-start.rules.ts'
import { provider_staff } from '../../shared/who-may.rules.ts'
import { noRates, taxYearOf } from '../employment/tax-code-source.rules.ts'
import { yearLock } from '../schemes/locked-year.server.ts'
import { lockScheme, type SchemeRow } from '../schemes/paye-scheme-input.server.ts'
import { closedMonth, insertRun } from './insert-run.server.ts'
import { withPreparer } from './load-run.server.ts'
import { startCalculation } from './pay-run-job.server.ts'

const input = z.strictObject({
  paye_scheme_id: z.uuid(),
  frequency: z.enum(['week', 'fortnight', 'four_week', 'month']),
  pay_day: dayInput,
})

/** Pay days are opened a quarter of a year ahead at most. */
const AHEAD = 92

/** Opens the pay run of an employer, frequency and pay day. A job calculates its payslips. */
export const openPayRun = verb({
  action_id: 'transaction.pay_run.open',
  since: '0.1.0',
  summary: 'Opens the pay run of an employer for a pay day',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { provider: provider_staff },
  input,
  output: z.strictObject({ id: z.uuid(), human_id: z.string(), status: z.literal('open') }),
  run: async (context, { paye_scheme_id, frequency, pay_day }) => {
    const { tx, viewer, clock } = context
    // Held until the end: of two runs opened at once, the second finds the first.
    const scheme = await lockScheme(context, paye_scheme_id)
    const agency_id = await agencyOf(context, scheme)
    if (scheme.ended_on !== null)
      throw invalid({ paye_scheme_id: hasEnded(scheme.employer_reference, scheme.ended_on) })
    await requirePayDay(context, { paye_scheme_id, frequency, pay_day })
    const id = newUuid(clock)
    const human_id = await nextHumanId(tx, 'RUN')
    const run = { id, human_id, paye_scheme_id, frequency, pay_day }
    context.audit(
      await insertRun(context, {
        ...run,
        job_id: await startCalculation(context, run),
        prepared_by: withPreparer([], viewer),
        maker: viewer.user_name,
        provider_id: scheme.provider_id,
        agency_id,
      }),
    )
    return { id, human_id, status: 'open' as const }
  },
})

/** @throws precondition for an employer that a bureau's figures pay */
async function agencyOf({ tx }: VerbContext, { id, agency_id }: SchemeRow): Promise<string> {
  const row = await tx.row<{ source: string; employer_reference: string }>(
    'select source, employer_reference from business.paye_scheme where id = $1',
    [id],
  )
  if (row?.source === 'engine' && agency_id !== null) return agency_id
  throw precondition(
    `PAYE scheme ${row?.employer_reference ?? ''} is paid by a bureau’s figures: choose calculated pay on its page first`,
  )
}

type Wanted = { readonly paye_scheme_id: string; readonly frequency: string; readonly pay_day: Day }

/** @throws invalid under the day, or conflict with the run of the same day */
async function requirePayDay(context: VerbContext, wanted: Wanted): Promise<void> {
  const { paye_scheme_id, frequency, pay_day } = wanted
  const { books_begin, today } = await bookDays(context)
  if (taxYearOf(pay_day) === null) throw invalid({ pay_day: noRates(pay_day) })
  if (pay_day < books_begin)
    throw invalid({ pay_day: validationText.min_date(formatDay(addDays(books_begin, -1))) })
  if (pay_day > addDays(today, AHEAD))
    throw invalid({ pay_day: validationText.max_date(formatDay(addDays(today, AHEAD + 1))) })
  const lock = await yearLock(context, paye_scheme_id, partsOf(taxYearStart(pay_day)).year)
  if (lock !== null) throw invalid({ pay_day: lock })
  const closed = await closedMonth(context, paye_scheme_id, pay_day)
  if (closed)
    throw invalid({ pay_day: `The tax month to ${formatDay(closed.period_end)} is closed: correct it first` })
  const runs = await context.tx.rows<{ human_id: string; pay_day: Day; status: string }>(
    `select human_id, pay_day, status from transaction.pay_run
     where paye_scheme_id = $1 and frequency = $2 and status <> 'cancelled' and pay_day >= $3::date
     order by pay_day desc`,
    [paye_scheme_id, frequency, pay_day],
  )
  const same = runs.find((run) => run.pay_day === pay_day)
  if (same) throw conflict(`Pay run ${same.human_id} is for this pay day already`)
  // Later payslips were computed without this pay.
  const later = runs.find(({ status }) => status === 'approved' || status === 'paid')
  if (later) throw invalid({ pay_day: validationText.min_date(formatDay(later.pay_day)) })
}
