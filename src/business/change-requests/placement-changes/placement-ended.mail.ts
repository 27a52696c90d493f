import { noticeTopic } from '#server/mail/mail-topic.server.ts'
import { placement_ended_topic } from './placement-end.rules.ts'

export const placementEndedTopic = noticeTopic(placement_ended_topic, 'contract.contract', 'contract_id')
