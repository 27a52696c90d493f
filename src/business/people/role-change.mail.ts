import { noticeTopic } from '#server/mail/mail-topic.server.ts'
import { role_change_mail_topic } from './role-change-notice.server.ts'

export const roleChangeMailTopic = noticeTopic(
  role_change_mail_topic,
  'request.role_change',
  'role_change_id',
)
