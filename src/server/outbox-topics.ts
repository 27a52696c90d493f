/** Everything that leaves the database, by topic: an import and a line each. */
import { bankAccountMailTopic } from './bank-account-mail.server.ts'
import { changeRequestMailTopic } from './change-request-mail.server.ts'
import { collectionNoteTopic } from './collection-note-mail.server.ts'
import {
  consolidatedMailTopic,
  consolidatedProofTopic,
  consolidatedSummaryTopic,
} from './consolidated-mail.server.ts'
import { creditMailTopic } from './credit-mail.server.ts'
import { mailTopic } from './mail-deliver.server.ts'
import { noticeTopic } from './notice-mail.server.ts'
import type { Topic } from './outbox-deliver.server.ts'
import { paymentAdviceTopic } from './payment-advice-mail.server.ts'
import { invoiceMailTopic } from './pdf-mail.server.ts'
import { reportMailTopic } from './report-mail.server.ts'

const list: readonly Topic[] = [
  bankAccountMailTopic,
  changeRequestMailTopic,
  collectionNoteTopic,
  creditMailTopic,
  consolidatedMailTopic,
  consolidatedProofTopic,
  consolidatedSummaryTopic,
  invoiceMailTopic,
  mailTopic,
  noticeTopic,
  paymentAdviceTopic,
  reportMailTopic,
]

export const topics: ReadonlyMap<string, Topic> = new Map(list.map((topic) => [topic.topic, topic]))
