import { noticeTopic } from '#server/mail/mail-topic.server.ts'
import { bank_account_mail_topic } from '../shared/bank-details.rules.ts'

/** Notices of a changed account, to the addresses known when the change was asked for (quality S16). */
export const bankAccountMailTopic = noticeTopic(
  bank_account_mail_topic,
  'business.bank_account',
  'bank_account_id',
)
