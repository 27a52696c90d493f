import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { present } from '#kernel/assert.ts'
import type { Day } from '#kernel/day.ts'
import { maxDay } from '#kernel/day.ts'
import { conflict, precondition } from '#kernel/errors.ts'
import { currency, formatMoney, parseMoney, sum } from '#kernel/money.ts'
import { requireCan } from '#kernel/refusal.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { insertRows, unnestSql } from '#server/write-row.server.ts'
import { idsInput } from '../../shared/chosen-input.server.ts'
import { nextHumanIds } from '../../shared/human-id.server.ts'
import { provider_staff } from '../../shared/who-may.rules.ts'
import { type PayFrequency, payPeriod } from '../engine/pay-period.rules.ts'
import { mayIssue, payslip_amounts } from '../figures/payslip.rules.ts'
import { keepPeriod } from './keep-period.server.ts'
import { payslip } from './payslip.entity.ts'

const input = z.strictObject({
  /** Of payroll's figures. */
  ids: idsInput,
})

type Amounts = Readonly<Record<(typeof payslip_amounts)[number], string>>
/** Figures less those they correct: the pay of this run. */
export type Part = Amounts & {
  /** Of the figures; null for pay without a timesheet. */
  readonly id: string | null
  readonly timesheet: string
  readonly payslip: string | null
  readonly is_invoiced: boolean
  readonly frequency: PayFrequency
  readonly provider_id: string
  readonly agency_id: string
  readonly contractor_id: string
  readonly contractor_name: string
  readonly currency_id: string
  readonly alpha_code: string
  readonly pay_day: Day
  readonly period_number: number | null
  /** The corrected figures. */
  readonly former_id: string | null
  readonly former_has_payslip: boolean
}

type Issued = { readonly id: string; readonly human_id: string; readonly net_pay: string }

const output = z.strictObject({
  payslips: z.array(z.strictObject({ id: z.uuid(), human_id: z.string(), net_pay: z.string() })),
})

/**
 * Issues the payslips of a payroll run: one for each worker and pay period, the sum of their figures. Corrections
 * bring the change. The worker can read the payslip from now on.
 * @throws precondition, naming the timesheet, when figures cannot go onto a payslip; conflict when the period's
 * payslip is issued already
 */
export const issuePayslips = verb({
  action_id: 'transaction.payslip.issue',
  since: '0.1.0',
  summary: 'Issues the payslips of a payroll run',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { provider: provider_staff },
  input,
  output,
  run: async (context, { ids }) => ({ payslips: await issueFigures(context, ids) }),
})

type IssueOptions = {
  /** Of the pay periods; that of the timesheets without it. */
  readonly frequency?: PayFrequency
  /** Pay without a timesheet. */
  readonly besides?: readonly Part[]
}

/** The payslips of these figures, and of pay besides them. */
export async function issueFigures(
  context: VerbContext,
  ids: readonly string[],
  { frequency, besides = [] }: IssueOptions = {},
): Promise<Issued[]> {
  const { tx, viewer } = context
  await loadVisible(tx, viewer, 'transaction.payroll_figure', ids, { lock: true, columns: 't.id' })
  const read = [...(await readParts(tx, ids)), ...besides]
  const parts = frequency === undefined ? read : read.map((part) => ({ ...part, frequency }))
  for (const part of parts) refuse(part, new Set(ids))
  const groups = Map.groupBy(parts, (part) => {
    const period = payPeriod(part.pay_day, part.frequency, part.period_number)
    return [part.agency_id, part.contractor_id, part.frequency, period.tax_year, period.period_number].join(
      ' ',
    )
  })
  return issue(context, [...groups.values()])
}

function readParts(tx: Tx, ids: readonly string[]): Promise<Part[]> {
  const amounts = payslip_amounts.map((field) => `f.${field} - coalesce(o.${field}, 0) as ${field}`)
  return tx.rows<Part>(
    `select f.id, t.human_id as timesheet, p.human_id as payslip, t.status = 'approved' or t.version > f.version as is_invoiced,
       t.timesheet_frequency as frequency, f.provider_id, f.agency_id, f.contractor_id, k.name as contractor_name,
       f.currency_id, y.alpha_code, f.pay_day, f.period_number, o.id as former_id,
       o.payslip_id is not null as former_has_payslip, ${amounts.join(', ')}
     from transaction.payroll_figure f
     join transaction.timesheet t on t.id = f.timesheet_id
     join business.business k on k.id = f.contractor_id
     join platform.currency y on y.id = f.currency_id
     left join transaction.payslip p on p.id = f.payslip_id
     left join lateral (
       select b.* from transaction.payroll_figure b
       where b.timesheet_id = f.timesheet_id and b.version < f.version and b.deleted_at is null
       order by b.version desc limit 1) o on true
     where f.id = any ($1) order by k.name, f.pay_day, t.human_id, f.version`,
    [ids],
  )
}

function refuse(part: Part, chosen: ReadonlySet<string>): void {
  const { timesheet, former_id } = part
  requireCan(mayIssue(part))
  if (former_id !== null && !part.former_has_payslip && !chosen.has(former_id))
    throw precondition(`The figures that those of ${timesheet} correct have no payslip yet: issue it first`)
}

/** A payslip for each group of figures: of one worker, one agency and one period. */
async function issue(context: VerbContext, groups: readonly (readonly Part[])[]): Promise<Issued[]> {
  const { tx, clock } = context
  const at = clock.now()
  const made = []
  const periods = new Map<string, { id: string; human_id: string }>()
  for (const parts of groups) {
    const first = present(parts[0], 'a figure')
    const { provider_id, agency_id, contractor_id, currency_id, contractor_name, frequency } = first
    if (parts.some((part) => part.currency_id !== currency_id))
      throw precondition(`${contractor_name} is paid in two currencies: issue them apart`)
    const period = payPeriod(first.pay_day, frequency, first.period_number)
    const pay_date = parts.map((part) => part.pay_day).reduce(maxDay)
    const key = [agency_id, frequency, period.tax_year, period.period_number].join(' ')
    const kept =
      periods.get(key) ??
      (await keepPeriod(context, { ...period, frequency, provider_id, agency_id, pay_date }))
    periods.set(key, kept)
    const known = await tx.row<{ human_id: string }>(
      'select human_id from transaction.payslip where payslip_period_id = $1 and contractor_id = $2 and deleted_at is null',
      [kept.id, contractor_id],
    )
    if (known)
      throw conflict(
        `${contractor_name} has payslip ${known.human_id} of period ${period.period_number} already: pay what is left with a later period`,
      )
    const code = currency(first.alpha_code)
    const total = (field: (typeof payslip_amounts)[number]) =>
      formatMoney(
        sum(
          code,
          parts.map((part) => parseMoney(part[field], code)),
        ),
      )
    made.push({
      ...(Object.fromEntries(payslip_amounts.map((field) => [field, total(field)])) as Amounts), // Every field once.
      id: newUuid(clock),
      period_number: period.period_number,
      payslip_period_id: kept.id,
      status: 'issued' as const,
      pay_date,
      provider_id,
      agency_id,
      contractor_id,
      currency_id,
      created_at: at,
      updated_at: at,
      figure_ids: parts.flatMap((part) => part.id ?? []),
    })
  }
  const human_ids = await nextHumanIds(tx, 'PSL', made.length)
  const rows = made.map((row, i) => ({ ...row, human_id: human_ids[i] ?? '' }))
  await insertRows(
    tx,
    payslip,
    rows.map(({ figure_ids: _, ...row }) => row),
  )
  await standOn(context, rows)
  return rows.map(({ id, human_id, net_pay }) => ({ id, human_id, net_pay }))
}

type Standing = {
  readonly payslip_period_id: string
  readonly id: string
  readonly human_id: string
  readonly net_pay: string
} & {
  readonly figure_ids: readonly string[]
}

/** Links figures and payslip, and audits each payslip with its timesheets. */
async function standOn(context: VerbContext, rows: readonly Standing[]): Promise<void> {
  const pairs = rows.flatMap(({ id, figure_ids }) => figure_ids.map((figure_id) => ({ figure_id, id })))
  const params: unknown[] = [context.clock.now()]
  await context.tx.run(
    `update transaction.payroll_figure f set payslip_id = r.id, updated_at = $1
     from ${unnestSql({ figure_id: 'uuid', id: 'uuid' }, pairs, params, 'r')} where f.id = r.figure_id`,
    params,
  )
  for (const { id, human_id, net_pay, payslip_period_id, figure_ids } of rows) {
    context.audit({
      entity: 'transaction.payslip',
      entity_id: id,
      new_values: { human_id, status: 'issued', net_pay, payslip_period_id, payroll_figure_ids: figure_ids },
    })
  }
}
