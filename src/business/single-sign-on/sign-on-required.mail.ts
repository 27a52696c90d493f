import { noticeTopic } from '#server/mail/mail-topic.server.ts'
import { sign_on_mail_topic } from './require-provider.server.ts'

export const signOnMailTopic = noticeTopic(
  sign_on_mail_topic,
  'business.identity_provider',
  'identity_provider_id',
)
