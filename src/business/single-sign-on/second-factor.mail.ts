import { noticeTopic } from '#server/mail/mail-topic.server.ts'
import { second_factor_topic } from './set-second-factor.server.ts'

export const secondFactorTopic = noticeTopic(second_factor_topic, 'business.business', 'business_id')
