import { noticeTopic } from '#server/mail/mail-topic.server.ts'
import { delegation_mail_topic } from './delegation.rules.ts'

export const delegationMailTopic = noticeTopic(delegation_mail_topic, 'platform.delegation', 'delegation_id')
