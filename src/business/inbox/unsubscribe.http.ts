/**
 * `POST /unsubscribe/{token}`: ends a kind of mail without a sign-in (RFC 8058). The token is the proof. Opening the
 * page looks nothing up, because programs open links, too.
 */
import type { FastifyInstance } from 'fastify'
import { frozenAt } from '#kernel/clock.ts'
import { StintError } from '#kernel/errors.ts'
import { missLink, requireLookup } from '#server/auth/auth-throttle.server.ts'
import type { HttpContext } from '#server/http/http-context.ts'
import { addressKey } from '#server/http/http-limits.ts'
import { readUnsubscribeToken, type Unsubscribing } from '#server/mail/unsubscribe-token.ts'
import { inTransaction } from '#server/tx.ts'
import type { Tx } from '#server/verb.ts'
import { categoryOf } from '#server/viewer-read.server.ts'
import { type NotificationKindName, notification_kinds } from '../platform/notification-kinds.rules.ts'
import { keepPreference } from './keep-preference.server.ts'
import { DIGEST, endedBy } from './preference.rules.ts'

const BODY_MAX = 10_000

type Seat = { readonly id: string; readonly user_id: string; readonly type: string }
type Chosen = { readonly contact_id: string; readonly kind: string; readonly mail: string }

export function unsubscribeRoutes(app: FastifyInstance, context: HttpContext): void {
  const { database, cookie, clock, settings } = context
  app.register((scope, _options, ready) => {
    // A mail program sends a form with one fixed field, which is not read; the page sends JSON.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_MAX }, (_request, _body, done) =>
      done(null, null),
    )
    // A named part of an address is at most 100 characters long.
    scope.post<{ Params: { '*': string } }>('/unsubscribe/*', async (request, reply) => {
      void reply.header('referrer-policy', 'no-referrer')
      const lookup = { secret: cookie.secret, net: addressKey(request.ip) }
      await requireLookup(database.app, lookup, clock.now())
      const wanted = readUnsubscribeToken(settings, request.params['*'])
      const ended = wanted && (await inTransaction(database, (tx) => unsubscribe(tx, context, wanted)))
      if (!ended) {
        await missLink(database.app, lookup, clock.now())
        throw new StintError('not_found', 'This link is no longer valid. Choose your mails under Profile.')
      }
      return { success: true, data: ended }
    })
    ready()
  })
}

/** @returns null for a link of a person or kind that is there no more */
async function unsubscribe(
  tx: Tx,
  context: HttpContext,
  { business_contact_id, kind }: Unsubscribing,
): Promise<{ label: string } | null> {
  const clock = frozenAt(context.clock)
  // A digest holds all businesses of its person.
  const seats = await tx.rows<Seat>(
    `select o.id, o.user_id, b.type from business.business_contact c
     join business.business_contact o on o.user_id = c.user_id and o.deleted_at is null and (o.id = c.id or $2)
     join business.business b on b.id = o.business_id
     where c.id = $1 and c.deleted_at is null order by o.id`,
    [business_contact_id, kind === DIGEST],
  )
  const chosen = await tx.rows<Chosen>(
    'select business_contact_id as contact_id, kind, mail from platform.notification_preference where business_contact_id = any ($1::uuid[])',
    [seats.map(({ id }) => id)],
  )
  let ended = 0
  for (const { id, user_id, type } of seats) {
    const own = new Map(
      chosen.filter(({ contact_id }) => contact_id === id).map((one) => [one.kind, one.mail]),
    )
    for (const name of endedBy(kind, categoryOf(type), own)) {
      await keepPreference({ tx, clock }, { user_id, business_contact_id: id, kind: name, mail: 'off' })
      ended += 1
    }
  }
  if (kind === DIGEST) return seats.length > 0 ? { label: 'Daily mail' } : null
  return ended > 0 ? { label: notification_kinds[kind as NotificationKindName].label } : null // One of them was ended.
}
