/** The words of letters about debt: plain text, so that nothing in a name is ever markup. Pure. */
import { countText } from '#kernel/count-text.ts'
import type { Day } from '#kernel/day.ts'
import { formatDay } from '#kernel/day.ts'
import type { Money } from '#kernel/money.ts'
import { add, displayMoney } from '#kernel/money.ts'

export const credit_mail_topic = 'credit_mail'

export type DebtLine = {
  readonly human_id: string
  readonly due_date: Day
  readonly days_overdue: number
  readonly outstanding_balance: Money
}

export type Letter = {
  readonly subject: string
  readonly body: string
  readonly client: string
  readonly agency: string
}

/** The parties that a letter names. */
export type LetterNames = Pick<Letter, 'client' | 'agency'>

/** Puts names where a plan's words say {client} and {agency}. */
export function filled(text: string, { client, agency }: LetterNames): string {
  return text.replaceAll('{client}', client).replaceAll('{agency}', agency)
}

/** Subject and text; the documents one a line, and a sum for each currency. */
export function creditMail(
  letter: Letter,
  lines: readonly DebtLine[],
): { subject: string; body_text: string } {
  const totals = new Map<string, Money>()
  for (const { outstanding_balance: owed } of lines) {
    const so_far = totals.get(owed.currency)
    totals.set(owed.currency, so_far ? add(so_far, owed) : owed)
  }
  return {
    subject: filled(letter.subject, letter).replace(/\s+/g, ' '),
    body_text: [
      'Hello,',
      '',
      filled(letter.body, letter),
      '',
      ...lines.map(
        (line) =>
          `${line.human_id}  due ${formatDay(line.due_date)}${lateWords(line.days_overdue)}  ${displayMoney(line.outstanding_balance)}`,
      ),
      '',
      ...[...totals.values()].map((total) => `Total: ${displayMoney(total)}`),
      '',
      'Kind regards',
      letter.agency,
    ].join('\n'),
  }
}

function lateWords(days: number): string {
  return days > 0 ? `, ${countText(days, 'day')} overdue` : ''
}
