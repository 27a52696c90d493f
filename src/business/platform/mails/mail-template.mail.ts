import { noticeTopic } from '#server/mail/mail-topic.server.ts'
import { mail_test_topic } from './communication.rules.ts'

export const mailTestTopic = noticeTopic(mail_test_topic, 'business.business', 'business_id')
