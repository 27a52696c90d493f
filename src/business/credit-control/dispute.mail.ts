import { noticeTopic } from '#server/mail/mail-topic.server.ts'
import { dispute_mail_topic } from './dispute-owner.server.ts'

/** Tells the owner of a dispute that it is theirs. */
export const disputeMailTopic = noticeTopic(dispute_mail_topic, 'transaction.invoice', 'invoice_id')
