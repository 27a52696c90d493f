import { z } from 'zod'
import { invalid, notAllowed } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { kind_names, mail_times, notification_kinds } from '../platform/notification-kinds.rules.ts'
import { anybody } from '../shared/who-may.rules.ts'
import { keepPreference } from './keep-preference.server.ts'
import { canChoose, chosenBy } from './preference.rules.ts'

const preference = z.strictObject({
  kind: z.enum(kind_names),
  label: z.string(),
  mail: z.enum(mail_times),
  /** Null: the person may choose. */
  fixed: z.string().nullable(),
})

/** The mails of each kind that people of the viewer's category get, in the business they act for. */
export const readPreferences = verb({
  action_id: 'platform.notification_preference.read',
  since: '0.1.0',
  summary: 'Lists the mails of each kind of task and notice',
  machine: 'refused',
  impersonator: 'allowed',
  is_reading: true,
  who: anybody,
  input: z.strictObject({}),
  output: z.strictObject({ kinds: z.array(preference) }),
  run: async ({ tx, viewer }) => {
    const rows = await tx.rows<{ kind: string; mail: (typeof mail_times)[number] }>(
      'select kind, mail from platform.notification_preference where business_contact_id = $1 and user_id = $2',
      [viewer.business_contact_id, viewer.user_id],
    )
    const chosen = new Map(rows.map(({ kind, mail }) => [kind, mail]))
    return {
      kinds: chosenBy(viewer.category).map((kind) => {
        const fixed = canChoose(kind)
        return {
          kind,
          label: notification_kinds[kind].label,
          mail: (fixed === true ? chosen.get(kind) : undefined) ?? notification_kinds[kind].mail,
          fixed: fixed === true ? null : fixed.message,
        }
      }),
    }
  },
})

const input = z.strictObject({ kind: z.enum(kind_names), mail: z.enum(mail_times) })

export const setPreference = verb({
  action_id: 'platform.notification_preference.set',
  since: '0.1.0',
  summary: 'Chooses the mails of a kind of task or notice',
  machine: 'refused',
  impersonator: 'refused',
  who: anybody,
  input,
  output: input,
  run: async ({ tx, viewer, clock }, { kind, mail }) => {
    const allowed = canChoose(kind)
    if (allowed !== true && mail !== notification_kinds[kind].mail) throw notAllowed(allowed.message)
    if (!chosenBy(viewer.category).includes(kind)) throw invalid({ kind: 'You get no messages of this kind' })
    const { user_id, business_contact_id } = viewer
    await keepPreference({ tx, clock }, { user_id, business_contact_id, kind, mail })
    return { kind, mail }
  },
})
