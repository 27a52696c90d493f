/** A topic of deliveries that each ask a register about one company. Their record in Mails and Deliveries is the company. */
import { z } from 'zod'
import { NeverDelivered, unreadable } from '#server/mail/never-delivered.ts'
import type { Recording, Sending, Topic } from '#server/mail/outbox-deliver.server.ts'

const payload = z.object({ company_id: z.uuid() })

type Failing = Pick<Recording, 'tx' | 'clock' | 'settings'>

interface CompanyTopic {
  readonly topic: string
  /** Asks the register, outside of a transaction. @returns stores the register's answer with the delivery */
  readonly ask: (sending: Sending, company_id: string) => Promise<(delivery: Recording) => Promise<void>>
  /** After the last try. */
  readonly failed: (delivery: Failing, company_id: string) => Promise<void>
}

export const companyTopic = ({ topic, ask, failed }: CompanyTopic): Topic => ({
  topic,
  record: (facts) => {
    const parsed = payload.safeParse(facts)
    return parsed.success ? { entity: 'business.company', id: parsed.data.company_id } : null
  },
  send: async (sending) => {
    const parsed = payload.safeParse(sending.payload)
    if (!parsed.success) throw new NeverDelivered(unreadable)
    return ask(sending, parsed.data.company_id)
  },
  failed: async ({ payload: facts, ...delivery }) => {
    const parsed = payload.safeParse(facts)
    if (parsed.success) await failed(delivery, parsed.data.company_id)
  },
})
