import { day } from '#kernel/day.ts'
import { notFound } from '#kernel/errors.ts'
import { currency, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#server/verb.ts'
import type { DebtLine, Letter } from './credit-mail.rules.ts'

type Row = Letter & { kind: string; client_id: string; agency_id: string; provider_id: string }
type Line = {
  human_id: string
  due_date: string
  days_overdue: number
  outstanding_balance: string
  alpha_code: string
}

/** A stored letter, without an access check: its figures are mailed even when cash has arrived since. */
export async function readLetter(tx: Tx, id: string): Promise<Row & { lines: DebtLine[] }> {
  const row = await tx.row<Row>(
    `select c.kind, c.subject, c.body, c.client_id, c.agency_id, c.provider_id, b.name as client, a.name as agency
     from transaction.chase c join business.business b on b.id = c.client_id join business.business a on a.id = c.agency_id
     where c.id = $1`,
    [id],
  )
  if (!row) throw notFound('Chase')
  const lines = await tx.rows<Line>(
    `select i.human_id, i.due_date, n.days_overdue, n.outstanding_balance, y.alpha_code
     from transaction.chase_invoice n join transaction.invoice i on i.id = n.invoice_id
     join platform.currency y on y.id = n.currency_id
     where n.chase_id = $1 order by i.due_date, length(i.human_id), i.human_id`,
    [id],
  )
  return {
    ...row,
    lines: lines.map((line) => ({
      ...line,
      due_date: day(line.due_date),
      outstanding_balance: parseMoney(line.outstanding_balance, currency(line.alpha_code)),
    })),
  }
}
