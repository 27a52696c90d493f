/** The cases of tasks about payment terms: how one opens, its readers, and the ways in which it closes. */
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { act } from '../fixtures/world.ts'
import { operations, type Stage } from './example-parts.ts'

type Step = (id: string) => Promise<unknown>
type Parts = {
  readonly stage: () => Stage
  readonly night: () => Promise<unknown>
  /** The record of the example of an action. */
  readonly waiting: (action_id: string) => Promise<string>
  readonly doingOne: (by: () => Viewer, action_id: string, more?: object) => Step
}

const comment = 'We pay within 60 days'

/** The client’s only invoice contact leaves, or is back. */
export async function setPayer(stage: Stage, is_active: boolean): Promise<void> {
  const { business_contact_id: id, email } = stage.placed.client.invoice_contact
  await act(stage, operations(stage), 'business.business_contact.update', {
    id,
    first_name: 'Ines',
    last_name: 'Payer',
    email,
    roles: ['invoice_contact'],
    is_active,
  })
}

export const termsTasks = ({ stage, night, waiting, doingOne }: Parts) => {
  const payer = () => stage().placed.client.invoice_contact
  const admin = () => stage().agency.admin
  return {
    invoice_contact_to_name: {
      open: async () => {
        const id = await waiting('request.change_request.approve')
        await setPayer(stage(), false)
        return id
      },
      people: () => [stage().agency.user, admin()],
      ends: {
        'somebody is named': () => setPayer(stage(), true),
        cancel: async (id: string) => {
          await act(stage(), admin(), 'request.change_request.cancel', { ids: [id], comment })
          await setPayer(stage(), true)
        },
      },
    },
    payment_terms_to_confirm: {
      open: () => waiting('config.payment_terms.approve'),
      people: () => [payer()],
      ends: {
        approve: doingOne(payer, 'config.payment_terms.approve'),
        reject: doingOne(payer, 'config.payment_terms.reject', { comment }),
        withdraw: doingOne(admin, 'config.payment_terms.withdraw'),
      },
    },
    payment_terms_rejected: {
      open: async () => {
        const id = await waiting('config.payment_terms.approve')
        await act(stage(), payer(), 'config.payment_terms.reject', { id, comment })
        return id
      },
      people: () => [stage().agency.user, admin()],
      ends: {
        'asked again': async (id: string) => {
          const [one] = await stage().database.sql<{ client_id: string }>(
            'select business_id as client_id from config.configuration where id = $1',
            id,
          )
          stage().clock.advance({ minutes: 1 })
          await act(stage(), admin(), 'config.payment_terms.create', {
            ...present(one, 'the rejected terms'),
            placement_type: 'temp_placement',
            payment_terms: 21,
            effective_from: '2025-08-01',
          })
          await night()
        },
      },
    },
  }
}
