import { noticeTopic } from '#server/mail/mail-topic.server.ts'
import { perm_details_topic } from './update-perm-details.server.ts'

export const permDetailsTopic = noticeTopic(perm_details_topic, 'contract.contract', 'contract_id')
