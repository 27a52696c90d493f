/** Short mails about a record, in words of their own and without a file. */
export const notice_topic = 'notice_mail'
