/**
 * Calls of a contractor's link: `POST /api/details/…`. The token in the header is the proof; cookies and sessions count
 * for nothing. Opening the page `/details/{token}` looks nothing up.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Viewer } from '#entity/access.ts'
import { frozenAt } from '#kernel/clock.ts'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { LINK_TOKEN_MAX, linkHash } from '#server/auth/auth-link-token.ts'
import { missLink, requireLookup } from '#server/auth/auth-throttle.server.ts'
import { goneOf } from '#server/http/client-gone.ts'
import type { HttpContext } from '#server/http/http-context.ts'
import { addressKey } from '#server/http/http-limits.ts'
import { parseInput } from '#server/http/input-errors.ts'
import { bytesOf, fileOf, formOf } from '#server/http/upload-form.ts'
import { kindOf, safeFileName, upload_bytes_max } from '#server/http/upload-kinds.ts'
import { openContext, untilDecided } from '#server/perform.server.ts'
import { requireClean } from '#server/scan/require-clean.server.ts'
import { SYSTEM } from '#server/system-user.ts'
import { inTransaction } from '#server/tx.ts'
import type { Tx } from '#server/verb.ts'
import { readViewerOfBusiness } from '#server/viewer-read.server.ts'
import { type Insurance, isInsurance } from '../parties/compliance/insurance.rules.ts'
import { lockDraft } from '../parties/onboarding/load-party.server.ts'
import { typedInput } from '../parties/onboarding/party-values.server.ts'
import {
  deadPartyLink,
  isOpenLink,
  link_columns,
  linkOfDraft,
  type PartyLink,
} from '../parties/self-service/load-party-link.server.ts'
import type { DetailsView } from '../parties/self-service/party-link.rules.ts'
import { type Policy, readPolicy } from './asked-insurance.http.ts'
import { addFile, isLinkPaper, removeFile } from './link-files.http.ts'
import { checkAccount, type Details, readDetails, saveDetails, submitDetails } from './write-details.http.ts'

const typed = z.strictObject({
  values: typedInput,
  bank: typedInput,
  step: z.number().int().min(0).max(9),
  version: z.number().int().min(1).max(1_000_000),
})
const account = z.strictObject({ bank: typedInput })
const submission = z.strictObject({ values: typedInput, bank: typedInput, key: z.uuid() })

const removal = z.strictObject({ id: z.uuid() })

export function ownDetailsRoutes(app: FastifyInstance, context: HttpContext): void {
  const { database } = context
  fileRoute(app, context)
  const route = (name: string, work: (tx: Tx, token: string, body: unknown) => Promise<unknown>) =>
    app.post(`/api/details/${name}`, async (request, reply) => {
      void reply.header('referrer-policy', 'no-referrer')
      const token = await tokenOf(context, request)
      const data = await untilDecided(database, (tx) => work(tx, token, request.body ?? {}), true)
      return { success: true, data }
    })
  route('query', async (tx, token): Promise<DetailsView> => {
    const { details } = await open(tx, context, token, 'business.party.save_draft')
    return readDetails(details)
  })
  route('save', async (tx, token, body) => {
    const asked = parseInput(typed, body)
    const { details, finish } = await open(tx, context, token, 'business.party.save_draft')
    const answer = await saveDetails(details, asked)
    await finish()
    return answer
  })
  route('check', async (tx, token, body) => {
    const { bank } = parseInput(account, body)
    const { details } = await open(tx, context, token, 'business.party.save_draft')
    return checkAccount(details, bank)
  })
  route('remove_file', async (tx, token, body) => {
    const { id } = parseInput(removal, body)
    const { details, finish } = await open(tx, context, token, 'business.party.save_draft')
    const answer = await removeFile(details, id)
    await finish()
    return answer
  })
  route('submit', async (tx, token, body) => {
    const { key, ...asked } = parseInput(submission, body)
    // The answer of the first time was lost on its way.
    if ((await linkOfToken(tx, token))?.used_key === key) return { done: true }
    const { details, finish } = await open(tx, context, token, 'business.party.submit')
    await submitDetails(details, { ...asked, key })
    await finish()
    return { done: true }
  })
}

/** A file of the contractor. A stranger's body is refused before it is read. */
function fileRoute(app: FastifyInstance, context: HttpContext): void {
  const { database, files } = context
  const tokens = new WeakMap<FastifyRequest, string>()
  const onRequest = async (request: FastifyRequest) => {
    tokens.set(request, await tokenOf(context, request))
  }
  const policyOf = (tx: Tx, viewer: Viewer, type: Insurance, typed: Policy) =>
    readPolicy(tx, { agency_id: viewer.business_id, type, today: context.clock.today() }, typed)
  app.post('/api/details/file', { onRequest }, async (request, reply) => {
    void reply.header('referrer-policy', 'no-referrer')
    const token = tokens.get(request) ?? ''
    const opened = (tx: Tx) => open(tx, context, token, 'business.party.save_draft')
    const viewer = await inTransaction(database, async (tx) => (await opened(tx)).details.context.viewer)
    const taken = async () => {
      const { type, file_name, bytes, typed } = await fileOfForm(request)
      const kind = kindOf(file_name, bytes)
      if ('message' in kind) throw invalid({ file: kind.message })
      // Before the file is stored: faults of the sum and the day keep nothing.
      if (isInsurance(type)) await inTransaction(database, (tx) => policyOf(tx, viewer, type, typed))
      await requireClean(context, viewer, bytes)
      const stored = { ...(await files.put(bytes)), file_name, content_type: kind.content_type }
      return untilDecided(
        database,
        async (tx) => {
          const { details, finish } = await opened(tx)
          const policy = isInsurance(type) ? await policyOf(tx, viewer, type, typed) : null
          const answer = await addFile(details, type, stored, policy)
          await finish()
          return answer
        },
        true,
      )
    }
    const data = await context.turns.upload.take(viewer, taken, { gone: () => goneOf(reply) })
    return { success: true, data }
  })
}

async function fileOfForm(request: FastifyRequest) {
  const form = await formOf(request, upload_bytes_max)
  try {
    const { type, sum_insured = '', valid_to = '' } = form.fields
    if (!isLinkPaper(type)) throw invalid({ type: validationText.required })
    const file = fileOf(form)
    const typed = { sum_insured, valid_to }
    return {
      type,
      typed,
      file_name: safeFileName(file.filename),
      bytes: await bytesOf(file, upload_bytes_max),
    }
  } finally {
    form.file?.file.resume()
  }
}

/** Not locked: its draft is locked first. Undefined for a token that was never ours, or is no more. */
async function linkOfToken(tx: Tx, token: string): Promise<PartyLink | undefined> {
  if (token.length > LINK_TOKEN_MAX) return undefined
  return tx.row<PartyLink>(`select ${link_columns} from auth.party_link where token_hash = $1`, [
    linkHash(token),
  ])
}

/** @throws too_many for a network that guesses; the one text for links that do not work */
async function tokenOf(context: HttpContext, request: FastifyRequest): Promise<string> {
  const { database, clock, cookie, security } = context
  const { token } = request.headers
  if (typeof token !== 'string') throw deadPartyLink()
  const lookup = { secret: cookie.secret, net: addressKey(request.ip) }
  await requireLookup(database.app, lookup, clock.now())
  if (await inTransaction(database, async (tx) => linkOfToken(tx, token))) return token
  await missLink(database.app, lookup, clock.now())
  await security.note({ kind: 'magic_refused', outcome: 'refused', user_id: null })
  throw deadPartyLink()
}

/** Locks the draft before its link, as the agency's verbs do. The product acts for the agency. */
async function open(
  tx: Tx,
  deps: Pick<HttpContext, 'clock' | 'settings'>,
  token: string,
  action_id: string,
): Promise<{ details: Details; finish: () => Promise<unknown> }> {
  const clock = frozenAt(deps.clock)
  const seen = await linkOfToken(tx, token)
  const owner =
    seen &&
    (await tx.row<{ business_id: string }>(
      'select business_id from request.draft_request where id = $1 and deleted_at is null',
      [seen.draft_id],
    ))
  const viewer = owner ? await readViewerOfBusiness(tx, owner.business_id, ['agency_user']) : null
  if (!seen || viewer === null) throw deadPartyLink()
  const step = openContext({ tx, clock, settings: deps.settings }, { ...viewer, user_id: SYSTEM }, action_id)
  const found = await lockDraft(step.context, seen.draft_id).catch(() => {
    throw deadPartyLink()
  })
  const link = await linkOfDraft(tx, seen.draft_id)
  const { status } = found.facts
  const isDead = link?.send_no !== seen.send_no || !isOpenLink(link, clock.now())
  if (!link || isDead || (status !== 'draft' && status !== 'rejected')) throw deadPartyLink()
  return { details: { context: step.context, link, found }, finish: step.finish }
}
