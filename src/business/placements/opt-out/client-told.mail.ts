import { noticeTopic } from '#server/mail/mail-topic.server.ts'
import { client_told_topic } from './client-told.rules.ts'

export const clientToldTopic = noticeTopic(client_told_topic, 'contract.contract', 'contract_id')
