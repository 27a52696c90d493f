import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { anybody } from '../shared/who-may.rules.ts'
import { canHandOver, delegatedRoles } from './delegation.rules.ts'

const days = { from_day: z.string(), to_day: z.string() }

type Own = {
  readonly id: string
  readonly name: string
  readonly from_day: string
  readonly to_day: string
  readonly reason: string
}
type ForMe = Omit<Own, 'id' | 'reason'>

/** Delegations that are not over, of the viewer and to the viewer, and the colleagues that could stand in. */
export const readDelegations = verb({
  action_id: 'platform.delegation.read',
  since: '0.1.0',
  summary: 'Lists own delegations and the colleagues that can stand in',
  machine: 'refused',
  impersonator: 'allowed',
  is_reading: true,
  who: anybody,
  input: z.strictObject({}),
  output: z.strictObject({
    may_hand_over: z.boolean(),
    own: z.array(z.strictObject({ id: z.uuid(), name: z.string(), ...days, reason: z.string() })),
    for_me: z.array(z.strictObject({ name: z.string(), ...days })),
    colleagues: z.array(z.strictObject({ business_contact_id: z.uuid(), name: z.string() })),
  }),
  run: async ({ tx, viewer, clock }) => {
    const me = [viewer.business_contact_id, clock.today()]
    const own = await tx.rows<Own>(
      `select d.id, c.name, d.from_day, d.to_day, d.reason from platform.delegation d
       join business.business_contact c on c.id = d.to_contact_id
       where d.from_contact_id = $1 and d.ended_at is null and d.to_day >= $2 order by d.from_day`,
      me,
    )
    const for_me = await tx.rows<ForMe>(
      `select c.name, d.from_day, d.to_day from platform.delegation d
       join business.business_contact c on c.id = d.from_contact_id
       where d.to_contact_id = $1 and d.ended_at is null and d.to_day >= $2 order by d.from_day, d.id`,
      me,
    )
    const may_hand_over = canHandOver(viewer)
    const colleagues = await tx.rows<{ business_contact_id: string; name: string }>(
      `select c.id as business_contact_id, c.name from business.business_contact c
       join platform."user" u on u.id = c.user_id and u.kind = 'person' and u.is_active and u.deleted_at is null
       where c.business_id = $1 and c.id <> $2 and c.roles && $3::text[] and c.is_active and c.deleted_at is null
         and c.joined_at is not null order by c.name, c.id`,
      [viewer.business_id, viewer.business_contact_id, may_hand_over ? delegatedRoles(viewer.category) : []],
    )
    return { may_hand_over, own, for_me, colleagues }
  },
})
