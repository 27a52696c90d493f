/** Payments that payslips call for: net pay as soon as they are issued, the others as they are paid. */
import { formatMoney, GBP, money } from '#kernel/money.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRows } from '#server/write-row.server.ts'
import { nextHumanIds } from '../../shared/human-id.server.ts'
import { lockKey } from '../../shared/lock-key.server.ts'
import { orderMonth, type PaidFor, pensionMonth, taxMonths } from './due-days.rules.ts'
import { payroll_payment } from './payroll-payment.entity.ts'
import { type SlipFacts, slipFacts } from './payslip-facts.server.ts'
import { owedToHmrc, owedToPension } from './payslip-shares.rules.ts'

type Owed = {
  readonly kind: 'net_pay' | 'hmrc' | 'pension' | 'attachment' | 'relief'
  readonly paye_scheme_id: string
  readonly employer_id: string
  readonly payee_id: string
  readonly principal_id: string
  readonly payslip_id: string | null
  /** National Insurance of an ended year that goes back to the worker; absent for other payments. */
  readonly year_correction_id?: string | null
  readonly pension_scheme_id: string | null
  readonly attachment_order_id: string | null
  readonly period_start: string | null
  readonly period_end: string | null
  readonly due_date: string
  readonly currency_id: string
  readonly reference: string
  readonly provider_id: string
  readonly agency_id: string | null
}
export type Due = Owed & { readonly pence: number }

/** Net pay of issued payslips, due on their pay day. */
export async function planNetPay(context: VerbContext, payslip_ids: readonly string[]): Promise<void> {
  await insertNetPay(context, await slipFacts(context, payslip_ids))
}

/** Net pay that is planned already is left as it is. */
export async function insertNetPay(context: VerbContext, slips: readonly SlipFacts[]): Promise<void> {
  const known = await context.tx.rows<{ payslip_id: string }>(
    'select payslip_id from transaction.payroll_payment where payslip_id = any ($1)',
    [slips.map(({ id }) => id)],
  )
  const planned = new Set(known.map(({ payslip_id }) => payslip_id))
  const rows = slips
    .filter(({ id }) => !planned.has(id))
    .flatMap((slip) =>
      [...slip.shares].map(([principal_id, { net_pay }]) => ({
        ...owedBy(slip, principal_id),
        kind: 'net_pay' as const,
        payee_id: slip.worker_id,
        payslip_id: slip.id,
        due_date: slip.pay_date,
        reference: slip.human_id,
        pence: net_pay,
      })),
    )
  await insertPayments(
    context,
    rows.filter(({ pence }) => pence > 0),
  )
}

/** Adds the debts of paid payslips to HMRC, pensions and authorities to the amounts due for the same months. */
export const addToPayments = (context: VerbContext, slips: readonly SlipFacts[]): Promise<void> =>
  addDues(context, slips.flatMap(owedOf))

/** Adds debts, by payee and months, to the payments that no batch has taken. A payment below nothing waits for later debts. */
export async function addDues(context: VerbContext, all: readonly Due[]): Promise<void> {
  const { tx, clock } = context
  const owed = Map.groupBy(all, keyOf)
  const dues = [...owed.values()].flatMap(([first, ...others]): Due[] =>
    first ? [{ ...first, pence: others.reduce((sum, { pence }) => sum + pence, first.pence) }] : [],
  )
  const schemes = [...new Set(dues.map(({ paye_scheme_id }) => paye_scheme_id))]
  for (const id of schemes.toSorted()) await lockKey(tx, 'payroll_payment', id)
  const open = await tx.rows<Owed & { id: string; amount: string }>(
    `select t.id, t.amount, t.kind, t.principal_id, t.paye_scheme_id, t.payee_id, t.pension_scheme_id, t.attachment_order_id,
       t.period_start, t.due_date, t.currency_id
     from transaction.payroll_payment t where t.paye_scheme_id = any ($1) and t.status = 'due' and t.kind <> 'net_pay'
       and not exists (select from payment.payment_batch_item i where i.payroll_payment_id = t.id and i.status in ('included', 'held'))
     order by t.id for update of t`,
    [schemes],
  )
  const by_key = new Map(open.map((row) => [keyOf(row), row]))
  const fresh = dues.filter((due) => due.pence !== 0 && !by_key.has(keyOf(due)))
  await insertPayments(context, fresh)
  for (const due of dues) {
    const row = by_key.get(keyOf(due))
    if (!row || due.pence === 0) continue
    const [added] = await tx.rows<{ amount: string }>(
      `update transaction.payroll_payment set amount = amount + $2, updated_at = $3 where id = $1 returning amount`,
      [row.id, formatMoney(money(due.pence, GBP)), clock.now()],
    )
    context.audit({
      entity: 'transaction.payroll_payment',
      entity_id: row.id,
      old_values: { amount: row.amount },
      new_values: { amount: added?.amount ?? null },
    })
  }
}

const keyOf = (
  one: Omit<Owed, 'reference' | 'employer_id' | 'provider_id' | 'agency_id' | 'payslip_id' | 'period_end'>,
) =>
  [
    one.kind,
    one.principal_id,
    one.paye_scheme_id,
    one.payee_id,
    one.pension_scheme_id ?? '',
    one.attachment_order_id ?? '',
    one.period_start,
    one.due_date,
    one.currency_id,
  ].join(' ')

const owedBy = (slip: SlipFacts, principal_id: string) => ({
  paye_scheme_id: slip.paye_scheme_id,
  employer_id: slip.employer_id,
  principal_id,
  payslip_id: null,
  pension_scheme_id: null,
  attachment_order_id: null,
  period_start: null,
  period_end: null,
  currency_id: slip.currency_id,
  provider_id: slip.provider_id,
  agency_id: slip.agency_id,
})

function owedOf(slip: SlipFacts): Due[] {
  const { pay_date, pension_scheme_id, pension_payee_id, pension_day, orders } = slip
  const fees = `Fees ${slip.accounts_office_reference}`
  const reliefs = [...slip.relief].map(
    ([principal_id, pence]): Due => ({
      ...owedBy(slip, principal_id),
      ...taxMonths(pay_date, slip.payment_frequency),
      kind: 'relief',
      payee_id: slip.employer_id,
      reference: slip.human_id,
      pence,
    }),
  )
  const of_shares = [...slip.shares].flatMap(([principal_id, share]): Due[] => {
    const by = owedBy(slip, principal_id)
    const months = (of: PaidFor) => ({ ...by, ...of })
    return [
      {
        ...months(taxMonths(pay_date, slip.payment_frequency)),
        kind: 'hmrc',
        payee_id: slip.hmrc_payee_id,
        reference: slip.accounts_office_reference,
        pence: owedToHmrc(share),
      },
      ...(pension_payee_id === null || pension_scheme_id === null || pension_day === null
        ? []
        : [
            {
              ...months(pensionMonth(pay_date, pension_day)),
              kind: 'pension' as const,
              payee_id: pension_payee_id,
              pension_scheme_id,
              reference: slip.pension_reference ?? '',
              pence: owedToPension(share),
            },
          ]),
      ...(slip.attachments.get(principal_id) ?? []).map(({ attachment_order_id, payee_id, amount }) => ({
        ...months(orderMonth(pay_date)),
        kind: 'attachment' as const,
        payee_id,
        attachment_order_id,
        reference: orders.get(attachment_order_id ?? '')?.reference ?? fees,
        pence: amount,
      })),
    ]
  })
  return [...of_shares, ...reliefs]
}

async function insertPayments(context: VerbContext, dues: readonly Due[]): Promise<void> {
  if (dues.length === 0) return
  const { tx, clock } = context
  const at = clock.now()
  const human_ids = await nextHumanIds(tx, 'PRP', dues.length)
  const rows = dues.map(({ pence, year_correction_id = null, ...due }, i) => ({
    ...due,
    year_correction_id,
    id: newUuid(clock),
    human_id: human_ids[i] ?? '',
    status: 'due' as const,
    amount: formatMoney(money(pence, GBP)),
    payment_id: null,
    created_at: at,
    updated_at: at,
  }))
  await insertRows(tx, payroll_payment, rows)
  for (const { id, human_id, kind, amount, due_date } of rows)
    context.audit({
      entity: 'transaction.payroll_payment',
      entity_id: id,
      new_values: { human_id, kind, amount, due_date, status: 'due' },
    })
}
