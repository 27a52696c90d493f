/** Mails of a change of sign-in address, to both addresses. The delivery makes the links: tables hold their hashes. */
import { z } from 'zod'
import { newLinkToken } from '#server/auth/auth-link-token.ts'
import { baseUrl } from '#server/base-url.server.ts'
import { type OneTimeLink, one_time_link, queueMail } from '#server/mail/mail-queue.server.ts'
import { NeverDelivered, unreadable } from '#server/mail/never-delivered.ts'
import type { Delivery, Topic } from '#server/mail/outbox-deliver.server.ts'
import {
  type AddressChange,
  address_change_columns,
  address_topic,
  CONFIRM_HOURS,
  confirmEnd,
  isFreeAddress,
  UNDO_DAYS,
  undoEnd,
} from './address-change.server.ts'

const payload = z.object({ address_change_id: z.uuid(), step: z.enum(['asked', 'changed', 'undone']) })

const pages = { confirm: 'address', undo: 'address-undo' } as const

async function newAddressLink(
  { tx, clock, settings }: Delivery,
  address_change_id: string,
  purpose: keyof typeof pages,
): Promise<OneTimeLink> {
  const { token, hash } = newLinkToken()
  const expires_at = purpose === 'undo' ? undoEnd(clock.now()) : confirmEnd(clock.now())
  await tx.run(
    'insert into auth.address_link (token_hash, address_change_id, purpose, expires_at) values ($1, $2, $3, $4)',
    [hash, address_change_id, purpose, expires_at],
  )
  return { link: `${await baseUrl(tx, settings)}/${pages[purpose]}/${token}`, settings }
}

const undo_words = `If this was not you, open this link within ${UNDO_DAYS} days. It keeps your earlier address and ends all sessions:`

export const addressChangeTopic: Topic = {
  topic: address_topic,
  deliver: async (delivery) => {
    const parsed = payload.safeParse(delivery.payload)
    if (!parsed.success) throw new NeverDelivered(unreadable)
    const { address_change_id, step } = parsed.data
    const change = await delivery.tx.row<AddressChange>(
      `select ${address_change_columns} from auth.address_change where id = $1`,
      [address_change_id],
    )
    if (!change) return
    await mails[step](delivery, change)
  },
}

type Send = (delivery: Delivery, change: AddressChange) => Promise<void>

const mails: Readonly<Record<'asked' | 'changed' | 'undone', Send>> = {
  asked: async (delivery, change) => {
    if (change.state !== 'asked') return
    const { tx, clock } = delivery
    const isFree = await isFreeAddress(tx, clock.now(), change.new_email, change.user_id)
    // An address in use gets no mail, and the asker no other answer.
    if (isFree)
      await mailTo(delivery, change.new_email, 'Confirm your new address for Stint', confirm_words, {
        link: await newAddressLink(delivery, change.id, 'confirm'),
      })
    await mailTo(
      delivery,
      change.old_email,
      'A new sign-in address for Stint was asked for',
      [
        `It was asked that you sign in with ${change.new_email} from now on.`,
        '',
        undo_words,
        '',
        one_time_link,
      ],
      { link: await newAddressLink(delivery, change.id, 'undo') },
    )
  },
  changed: async (delivery, { id, old_email, new_email }) => {
    await mailTo(delivery, new_email, 'Your sign-in address for Stint has changed', [
      `You now sign in with ${new_email}, no longer with ${old_email}.`,
    ])
    await mailTo(
      delivery,
      old_email,
      'Your sign-in address for Stint has changed',
      [`You now sign in with ${new_email}, no longer with this address.`, '', undo_words, '', one_time_link],
      { link: await newAddressLink(delivery, id, 'undo') },
    )
  },
  undone: async (delivery, { old_email, new_email, state }) => {
    const says =
      state === 'undone'
        ? `The change to ${new_email} was undone by a mailed link. You sign in with ${old_email} again.`
        : `The change to ${new_email} was stopped by a mailed link. You sign in with ${old_email} as before.`
    await mailTo(delivery, old_email, 'Your sign-in address for Stint stays', [
      `${says} All your sessions ended. If somebody else asked for the change, set a new password.`,
    ])
    if (state === 'undone')
      await mailTo(delivery, new_email, 'Your sign-in address for Stint has changed', [
        `The change to this address was undone. You sign in with ${old_email} again.`,
      ])
  },
}

const confirm_words = [
  `It was asked that you sign in to Stint with this address. Open this link within ${CONFIRM_HOURS} hours to confirm it:`,
  '',
  one_time_link,
  '',
  'If you did not ask for it, ignore this mail: nothing changes.',
]

async function mailTo(
  delivery: Delivery,
  to: string,
  subject: string,
  lines: readonly string[],
  { link }: { readonly link?: OneTimeLink } = {},
): Promise<void> {
  await queueMail(delivery, {
    fact_key: `${delivery.fact_key}:${to}`,
    to,
    subject,
    body_text: ['Hello,', '', ...lines].join('\n'),
    ...(link ? { secret: link } : {}),
  })
}
