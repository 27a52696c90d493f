/** Topic of the outbox: mails about change requests. */
export const change_request_mail_topic = 'change_request_mail'
