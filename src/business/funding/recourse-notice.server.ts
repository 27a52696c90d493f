/**
 * Mails an agency's people for money about new and cured debt on advances: one mail an address and change, in the
 * transaction of the change, with the collection note. Changes of one night come together.
 */
import { displayMoney, isPositive, type Money } from '#kernel/money.ts'
import { payeeAddresses } from '../parties/payee-addresses.server.ts'
import type { Noting } from './collection-notes/collection-note.server.ts'
import { collection_mail_topic } from './collection-notes/collection-note-pdf.rules.ts'
import type { DebtRow } from './load-debts.server.ts'
import type { NoteNotice } from './recourse-notice.rules.ts'

/** Mails of a cure; the name is kept, since rows under it may be waiting in an outbox. */
export const cure_mail_topic = 'notice_mail'

/** More is owed: the collection note itself. `entry_id` names the change. */
export async function tellRecourse(
  { tx, enqueue }: Noting,
  debt: DebtRow,
  entry_id: string,
  collection_note_id: string,
): Promise<void> {
  for (const to of await payeeAddresses(tx, debt.agency_id)) {
    const notice: NoteNotice = { collection_note_id, agency_id: debt.agency_id, to }
    enqueue(collection_mail_topic, `recourse:${entry_id}:${to}`, notice)
  }
}

export type Cured = {
  readonly entry_id: string
  /** The amount by which the debt fell, and the amount left. */
  readonly less: Money
  readonly balance: Money
  /** The part already deducted from earnings; it is paid back. */
  readonly given_back: Money
  /** The newest note that it is written on. */
  readonly collection_note_id: string | null
  readonly reason: string
}

/** A cure: in words, with the present note. */
export async function tellCure({ tx, enqueue }: Noting, debt: DebtRow, cured: Cured): Promise<void> {
  const names = await tx.row<{ principal: string }>(
    'select name as principal from business.business where id = $1',
    [debt.principal_id],
  )
  const mail = cureMail(debt.human_id, names?.principal ?? '', cured)
  for (const to of await payeeAddresses(tx, debt.agency_id)) {
    enqueue(cure_mail_topic, `recourse:${cured.entry_id}:${to}`, {
      to,
      ...mail,
      parent_entity: 'transaction.invoice',
      parent_id: debt.id,
      provider_id: debt.provider_id,
      agency_id: debt.agency_id,
      collection_note_id: cured.collection_note_id,
    })
  }
}

/** The reason of a cure, as recorded. */
function cureMail(invoice: string, principal: string, cured: Cured) {
  const { less, balance, given_back, reason } = cured
  return {
    subject: `You owe ${displayMoney(less)} less for ${invoice}`,
    body_text: [
      'Hello,',
      '',
      `Your debt to ${principal} for the advance on ${invoice} fell by ${displayMoney(less)}. You now owe ${displayMoney(balance)}.`,
      ...(reason === 'Cured' ? [] : [`Reason for the rest: ${reason}.`]),
      ...(isPositive(given_back)
        ? [
            '',
            `${displayMoney(given_back)} of it was deducted from your earnings already. The next payment run pays it back.`,
          ]
        : []),
      ...(cured.collection_note_id === null ? [] : ['', 'The current collection note is attached.']),
      '',
      'Kind regards',
      principal,
    ].join('\n'),
  }
}
