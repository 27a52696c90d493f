/** The cases of tasks about signatures: how one opens, its readers, and the ways in which it closes. */
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { inTransaction } from '#server/tx.ts'
import { act, seedContact } from '../fixtures/world.ts'
import { admin, type Stage } from './example-parts.ts'
import { signing_examples } from './signing-examples.ts'

type Step = (id: string) => Promise<unknown>
type Parts = {
  readonly stage: () => Stage
  readonly night: () => Promise<unknown>
  readonly doingOne: (by: () => Viewer, action_id: string, more?: object) => Step
}

const comment = 'A wrong file'

/** A document on its way, which this person signs. */
async function sentTo(stage: Stage, signer: Viewer): Promise<string> {
  const { input } = present(signing_examples['platform.document.sign'], 'the example')
  return String(((await input(stage, signer)) as { id: string }).id)
}

async function setActive(stage: Stage, { business_contact_id: id, email }: Viewer, is_active: boolean) {
  const person = { first_name: 'Sonia', last_name: 'Ames', email, roles: ['agency_read_only'] }
  await act(stage, admin(stage), 'business.business_contact.update', { id, ...person, is_active })
}

export const signingTasks = ({ stage, night, doingOne }: Parts) => {
  const by = () => admin(stage())
  let leaver: Viewer | undefined
  return {
    document_to_sign: {
      open: async () => {
        const id = await sentTo(stage(), by())
        const asked = `update platform.signer set status = 'asked', asked_at = $2 where document_id = $1`
        await inTransaction(stage().database, (tx) => tx.run(asked, [id, stage().clock.now()]))
        await night()
        return id
      },
      people: () => [by()],
      ends: {
        sign: doingOne(by, 'platform.document.sign', {
          consent: true,
          signature: { kind: 'typed', text: 'Amelia Stanton' },
        }),
        decline: doingOne(by, 'platform.document.decline', { comment }),
        void: doingOne(by, 'platform.document.void', { comment }),
      },
    },
    signer_to_name: {
      open: async () => {
        leaver = await seedContact(stage(), by(), stage().agency.id, 'Sonia', 'agency_read_only')
        const id = await sentTo(stage(), leaver)
        await setActive(stage(), leaver, false)
        return id
      },
      people: () => [stage().agency.user, by()],
      ends: {
        reassign: async (id: string) => {
          const [one] = await stage().database.sql<{ id: string }>(
            'select id from platform.signer where document_id = $1 and contact_id is not null',
            id,
          )
          const person = { name: 'Dora Lane', email: 'dora.lane@example.org' }
          await act(stage(), by(), 'platform.document.reassign', { signer_id: one?.id, ...person })
        },
        void: doingOne(by, 'platform.document.void', { comment }),
        'the signer is back': () => setActive(stage(), present(leaver, 'the signer'), true),
      },
    },
  }
}
