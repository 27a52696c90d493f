import { noticeTopic } from '#server/mail/mail-topic.server.ts'

/** Tells the other sides that a placement ends earlier. */
export const placement_ended_topic = 'placement_ended_mail'

export const placementEndedTopic = noticeTopic(placement_ended_topic, 'contract.contract', 'contract_id')
