import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { formatDay } from '#kernel/day.ts'
import { invalid, precondition } from '#kernel/errors.ts'
import { formatMoney, isPositive, sum } from '#kernel/money.ts'
import { type BookDays, moneyDayFault } from '#kernel/money-day.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { insertRow, insertRows, updateRow } from '#server/write-row.server.ts'
import { bookDays } from '../parties/books-begin.server.ts'
import { bank_line } from '../settlement/receipt.entity.ts'
import { lockKey } from '../shared/lock-key.server.ts'
import { provider_staff } from '../shared/who-may.rules.ts'
import { bank_statement } from './bank-statement.entity.ts'
import type { ReadStatement } from './read-statement.server.ts'
import { readStatement, statementInput } from './read-statement.server.ts'
import type { Statement } from './statement.rules.ts'

const answer = z.strictObject({
  id: z.uuid(),
  line_count: z.number(),
  new_count: z.number(),
  duplicate_count: z.number(),
})

/**
 * Takes a statement in: its new lines, all of them or none; lines that are there already are counted and left. A file
 * with a line that cannot be read is refused whole, so that nothing goes missing unnoticed.
 */
export const importStatement = verb({
  action_id: 'transaction.bank_statement.import',
  since: '0.1.0',
  summary: 'Stores the new lines of a bank statement, all of them or none',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { provider: provider_staff },
  input: statementInput,
  output: answer,
  file_texts: ['content'],
  run: async (context, input) => {
    // Imports of one account wait for each other, so that the second finds the lines of the first.
    await lockKey(context.tx, 'bank-statements', input.bank_account_id)
    const read = await readStatement(context, input)
    const { statement } = read
    if (statement === null) throw invalid({ map: 'Say which columns hold the date and the amount' })
    refuseFaults(statement, await bookDays(context))
    const id = newUuid(context.clock)
    const new_count = await insertStatement(context, read, statement, id, input.file_name)
    if (new_count === 0) throw precondition('Every line of this statement was imported before')
    if (read.map !== null) await keepMap(context, read)
    const counts = {
      line_count: read.lines.length,
      new_count,
      duplicate_count: read.lines.length - new_count,
    }
    context.audit({
      entity: 'transaction.bank_statement',
      entity_id: id,
      new_values: { file_name: input.file_name, sha256: read.sha256, format: statement.format, ...counts },
    })
    return { id, ...counts }
  },
})

function refuseFaults(statement: Statement, days: BookDays): void {
  const [fault] = statement.faults
  if (fault) {
    const more = statement.faults.length > 1 ? ` and ${statement.faults.length - 1} more` : ''
    throw invalid({ content: `Line ${fault.line}: ${fault.message}${more}. Nothing was stored.` })
  }
  for (const { line, transaction_date } of statement.lines) {
    if (moneyDayFault(transaction_date, days) === null) continue
    const why = transaction_date > days.today ? 'a day to come' : 'before the books begin'
    throw invalid({
      content: `Line ${line} is of ${formatDay(transaction_date)}, ${why}. Nothing was stored.`,
    })
  }
}

/** Lines that the account has already are left out. Returns how many were written. */
function insertNewLines(
  { tx, viewer, clock }: Pick<VerbContext, 'tx' | 'viewer' | 'clock'>,
  { account, lines }: ReadStatement,
  bank_statement_id: string,
): Promise<number> {
  const now = clock.now()
  return insertRows(
    tx,
    bank_line,
    lines.map((line) => ({
      id: newUuid(clock),
      bank_account_id: account.id,
      provider_id: viewer.provider_id,
      bank_statement_id,
      transaction_date: line.transaction_date,
      amount: formatMoney(line.amount),
      currency_id: account.currency_id,
      reference: line.reference,
      counterparty: line.counterparty,
      dedupe_key: line.dedupe_key,
      created_by: viewer.user_id,
      created_at: now,
      updated_at: now,
    })),
    'on conflict (bank_account_id, dedupe_key) do nothing',
  )
}

/** Returns how many of its lines are new. */
async function insertStatement(
  { tx, viewer, clock }: VerbContext,
  read: ReadStatement,
  statement: Statement,
  id: string,
  file_name: string,
): Promise<number> {
  const { account, lines } = read
  const days = lines.map((line) => line.transaction_date).sort()
  const total = (is_in: boolean) =>
    formatMoney(
      sum(
        account.currency,
        lines.map((line) => line.amount).filter((amount) => isPositive(amount) === is_in),
      ),
    )
  await insertRow(tx, bank_statement, {
    id,
    bank_account_id: account.id,
    provider_id: viewer.provider_id,
    currency_id: account.currency_id,
    format: statement.format,
    file_name,
    sha256: read.sha256,
    opening_balance: statement.opening ? formatMoney(statement.opening) : null,
    closing_balance: statement.closing ? formatMoney(statement.closing) : null,
    from_date: present(days[0], 'a line'),
    to_date: present(days.at(-1), 'a line'),
    line_count: lines.length,
    duplicate_count: 0,
    money_in: total(true),
    money_out: total(false),
    created_by: viewer.user_id,
    created_at: clock.now(),
    updated_at: clock.now(),
  })
  const fresh = await insertNewLines({ tx, viewer, clock }, read, id)
  await updateRow(tx, bank_statement, id, { duplicate_count: lines.length - fresh })
  return fresh
}

/** The next file of this bank is read the same way. */
async function keepMap({ tx, viewer, clock }: VerbContext, read: ReadStatement): Promise<void> {
  await tx.run(
    `insert into transaction.bank_csv_map (bank_account_id, map, updated_by, updated_at) values ($1, $2::jsonb, $3, $4)
     on conflict (bank_account_id) do update set map = excluded.map, updated_by = excluded.updated_by, updated_at = excluded.updated_at`,
    [read.account.id, JSON.stringify(read.map), viewer.user_id, clock.now()],
  )
}
