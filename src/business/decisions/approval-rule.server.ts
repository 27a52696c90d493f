import { type Instant, londonDay } from '#kernel/instant.ts'
import { currency as currencyCode, type Money, parseMoney, sum } from '#kernel/money.ts'
import type { Tx } from '#server/verb.ts'
import { readStandardRate } from '../invoices/read-tax-rate.server.ts'
import { domesticTax, taxOn } from '../invoices/vat.rules.ts'
import { type ApprovalRule, decidesByMail, usual_rule, type WorkEntity } from './mailed-decision.rules.ts'

/** The figures of a client, or the usual ones. */
export async function readApprovalRule(tx: Tx, client_id: string): Promise<ApprovalRule> {
  const row = await tx.row<ApprovalRule>(
    `select approve_by_mail_limit, reminder_hours, others_hours, agency_hours from business.approval_rule
     where business_id = $1`,
    [client_id],
  )
  return row ?? usual_rule
}

type Charged = {
  readonly client_id: string
  readonly net: string
  readonly tax: string | null
  readonly code: string
}

const charges: Readonly<Record<WorkEntity, string>> = {
  'transaction.timesheet': 't.client_amount as net, null as tax',
  'transaction.expense': 't.amount as net, t.tax_amount as tax',
}

/** Whether a link may decide this record. VAT counts at the standard rate, which is never too little. */
export async function isDecidedByMail(
  tx: Tx,
  now: Instant,
  entity: WorkEntity,
  id: string,
): Promise<boolean> {
  const work = await tx.row<Charged>(
    `select t.client_id, ${charges[entity]}, y.alpha_code as code from ${entity} t
     join platform.currency y on y.id = t.currency_id where t.id = $1`,
    [id],
  )
  if (!work) return false
  return decidesByMail(await chargeOf(tx, now, work), await readApprovalRule(tx, work.client_id))
}

async function chargeOf(tx: Tx, now: Instant, { net, tax, code }: Charged): Promise<Money> {
  const unit = currencyCode(code)
  const amount = parseMoney(net, unit)
  if (tax !== null) return sum(unit, [amount, parseMoney(tax, unit)])
  const standard_rate = await readStandardRate(tx, londonDay(now))
  return sum(unit, [amount, taxOn(amount, domesticTax(true, standard_rate))])
}
