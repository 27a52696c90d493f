import { noticeTopic } from '#server/mail/mail-topic.server.ts'
import { change_request_mail_topic } from './request/request-notice.server.ts'

export const changeRequestMailTopic = noticeTopic(
  change_request_mail_topic,
  'request.change_request',
  'change_request_id',
)
