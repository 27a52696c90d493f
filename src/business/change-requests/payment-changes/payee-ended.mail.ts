import { noticeTopic } from '#server/mail/mail-topic.server.ts'
import { payee_ended_topic } from './tell-payee-ended.server.ts'

export const payeeEndedTopic = noticeTopic(payee_ended_topic, 'business.contractor', 'contractor_id')
