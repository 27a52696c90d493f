import { noticeTopic } from '#server/mail/mail-topic.server.ts'
import { contact_replaced_topic } from './replace-contact.rules.ts'

export const contactReplacedTopic = noticeTopic(contact_replaced_topic, 'contract.contract', 'contract_id')
