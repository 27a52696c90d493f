/** The delivery of a mail in one line (decision 0170). Pure. */

export interface DeliveryFacts {
  readonly status: string
  /** The server's last sentence; null where none answered. */
  readonly answer: string | null
  readonly tries: number
  readonly next_try_at: string | null
}

const no_answer = 'the mail server did not answer'

/** @param moment shows an instant as the page does */
export function deliveryText(mail: DeliveryFacts, moment: (at: string) => string): string {
  const answer = mail.answer ?? no_answer
  switch (mail.status) {
    case 'kept':
      return 'kept here, no mail server is set up'
    case 'sent':
      return mail.answer === null ? 'accepted' : `accepted: ${mail.answer}`
    case 'deferred':
      return `deferred: ${answer}${mail.next_try_at === null ? '' : `. Next try ${moment(mail.next_try_at)}`}`
    case 'refused':
      return `refused: ${answer}`
    case 'given_up':
      return `given up after ${mail.tries} tries: ${answer}`
    case 'failed':
      return 'not sent'
    default:
      return 'waits to be sent'
  }
}

/** Deliveries that a person has to look at. */
export const isUndelivered = ({ status }: Pick<DeliveryFacts, 'status'>): boolean =>
  status === 'refused' || status === 'given_up' || status === 'failed'
