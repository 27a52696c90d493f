/** Short mails about a record, in words of their own; with a collection note where one is behind them. */
export const notice_topic = 'notice_mail'
