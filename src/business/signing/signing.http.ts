/**
 * Calls of a signing link: `POST /api/sign/…`. The token in the header is the proof; cookies and sessions count for
 * nothing. Opening the page `/sign/{token}` looks nothing up. Besides `createEmbbedSignLink` (spec §7), and the answer
 * whether a file is known here.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { frozenAt } from '#kernel/clock.ts'
import { notAllowed, notFound, precondition } from '#kernel/errors.ts'
import { requireCan } from '#kernel/refusal.ts'
import { missLink, requireLookup } from '#server/auth/auth-throttle.server.ts'
import { sendFile } from '#server/http/api-storage.ts'
import type { HttpContext } from '#server/http/http-context.ts'
import { addressKey } from '#server/http/http-limits.ts'
import { parseInput } from '#server/http/input-errors.ts'
import { one_time_link, queueMail } from '#server/mail/mail-queue.server.ts'
import { openContext, untilDecided } from '#server/perform.server.ts'
import { SYSTEM } from '#server/system-user.ts'
import { inTransaction } from '#server/tx.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { readViewerOfBusiness, readViewerOfContact } from '#server/viewer-read.server.ts'
import { documentReasonInput } from '../shared/chosen-input.server.ts'
import { answersInput } from './asked-fields.server.ts'
import { checkSealRoute } from './check-seal.http.ts'
import { documensoOf } from './documenso.job.ts'
import { documentOfSigner, lockSigning, lockVisibleSigning } from './load-signing.server.ts'
import { declineAs, signAs } from './sign-as.server.ts'
import { consentInput, requireSignature, signatureInput } from './sign-document.server.ts'
import {
  deadLink,
  embedEnd,
  makeLink,
  newCode,
  openSignLink,
  proveCode,
  type SignLink,
  wrongCode,
} from './sign-link.http.ts'
import { writeEvent } from './signature-event.server.ts'
import { can, isSender, keepsSides, maySign } from './signing.rules.ts'
import { signing_files, storedFile } from './signing-files.job.ts'
import { readSigningView } from './signing-view.http.ts'
import { reassignInput, reassignTo } from './steer-document.server.ts'

type Call = {
  readonly token: string
  readonly body: unknown
  readonly ip: string
  readonly user_agent: string
}
type Step = { readonly link: SignLink; readonly context: VerbContext; readonly call: Call }

const fileInput = z.strictObject({ file: z.enum(signing_files) })
const codeInput = z.strictObject({ code: z.string().trim().min(1).max(20) })
const signInput = z.strictObject({ consent: consentInput, signature: signatureInput, fields: answersInput })
const declineInput = z.strictObject({ comment: documentReasonInput })

export function signingRoutes(app: FastifyInstance, context: HttpContext): void {
  const answering =
    (answer: (call: Call, reply: FastifyReply) => Promise<unknown>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      void reply.header('referrer-policy', 'no-referrer')
      return answer(await openCall(context, request), reply)
    }
  const read = (call: Call) =>
    inTransaction(context.database, async (tx) =>
      readSigningView(tx, context.clock, await openedLink(tx, context, call)),
    )
  app.post(
    '/api/sign/query',
    answering(async (call) => ({ success: true, data: await read(call) })),
  )
  app.post(
    '/api/sign/file',
    answering(async (call, reply) => {
      const { file } = parseInput(fileInput, call.body)
      const stored = await inTransaction(context.database, async (tx) => {
        const { document } = await openedLink(tx, context, call)
        return storedFile(tx, document.id, file)
      })
      return sendFile(context, reply, stored)
    }),
  )
  for (const [name, step] of Object.entries(steps))
    app.post(
      `/api/sign/${name}`,
      answering(async (call) => {
        const fault = await untilDecided(context.database, (tx) => takeStep(tx, context, call, step), true)
        // A wrong code counts, so its transaction has ended well.
        if (fault !== null) throw wrongCode(fault)
        return { success: true, data: await read(call) }
      }),
    )
  embedRoute(app, context)
  verifyRoute(app, context)
  checkSealRoute(app, context)
}

/** @throws too_many for a network that guesses; the one text for links that do not work */
async function openCall(context: HttpContext, request: FastifyRequest): Promise<Call> {
  const { database, clock, cookie, security } = context
  const { token } = request.headers
  if (typeof token !== 'string') throw deadLink()
  const lookup = { secret: cookie.secret, net: addressKey(request.ip) }
  await requireLookup(database.app, lookup, clock.now())
  const link = await inTransaction(database, (tx) => openSignLink(tx, clock.now(), token))
  if (link === null) {
    await missLink(database.app, lookup, clock.now())
    await security.note({ kind: 'magic_refused', outcome: 'refused', user_id: null })
    throw deadLink()
  }
  const user_agent = (request.headers['user-agent'] ?? '').slice(0, 400)
  return { token, body: request.body ?? {}, ip: request.ip, user_agent }
}

async function openedLink(tx: Tx, { clock }: Pick<HttpContext, 'clock'>, { token }: Call): Promise<SignLink> {
  const link = await openSignLink(tx, clock.now(), token)
  if (link === null) throw deadLink()
  return link
}

/** One step by a link: the document is locked, so a second tap finds the step done. @returns the fault of a code */
async function takeStep(
  tx: Tx,
  deps: HttpContext,
  call: Call,
  { action_id, run }: (typeof steps)[keyof typeof steps],
): Promise<string | null> {
  const clock = frozenAt(deps.clock)
  const link = await openedLink(tx, { clock }, call)
  const { signer, document } = link
  const own = signer.contact_id === null ? null : await readViewerOfContact(tx, signer.contact_id)
  // People without an account act in the name of the product; the events name the signer.
  const viewer = own ?? (await readViewerOfBusiness(tx, document.business_id, []))
  if (viewer === null) throw deadLink()
  const step = openContext(
    { tx, clock, settings: deps.settings },
    own ?? { ...viewer, user_id: SYSTEM },
    action_id,
  )
  const fault = await run({ link, context: step.context, call }, deps)
  await step.finish()
  return fault
}

type Run = (step: Step, deps: HttpContext) => Promise<string | null>

const done = async (work: Promise<unknown>): Promise<null> => {
  await work
  return null
}

const steps: Readonly<Record<string, { readonly action_id: string; readonly run: Run }>> = {
  viewed: { action_id: 'platform.document.view', run: (step) => done(noteViewed(step)) },
  code: { action_id: 'platform.document.code', run: (step, deps) => done(mailCode(step, deps)) },
  prove: {
    action_id: 'platform.document.prove',
    run: async ({ link, context, call }) =>
      proveCode(context, link.token_id, parseInput(codeInput, call.body).code),
  },
  sign: { action_id: 'platform.document.sign', run: (step) => done(signByLink(step)) },
  decline: {
    action_id: 'platform.document.decline',
    run: ({ link, context, call }) => {
      const { comment } = parseInput(declineInput, call.body)
      return done(declineAs(context, link, link.signer, comment, call))
    },
  },
  reassign: {
    action_id: 'platform.document.reassign',
    run: ({ link, context, call }) =>
      done(reassignTo(context, link, link.signer, parseInput(reassignInput, call.body), false)),
  },
}

async function noteViewed({ link, context, call }: Step): Promise<void> {
  const { signer, document } = link
  if (signer.status !== 'asked' && signer.status !== 'waiting') return
  if (document.status !== 'inprogress' || maySign(signer, link.signers) !== true) return
  await context.tx.run(
    `update platform.signer set status = 'viewed', viewed_at = $2, asked_at = coalesce(asked_at, $2), updated_at = $2 where id = $1`,
    [signer.id, context.clock.now()],
  )
  const { ip, user_agent } = call
  await writeEvent(context, document.id, {
    kind: 'viewed',
    signer_id: signer.id,
    says: `${signer.name} (${signer.email}) opened it`,
    ip,
    user_agent,
  })
}

async function mailCode({ link, context }: Step, { settings }: HttpContext): Promise<void> {
  const { signer, document } = link
  requireCan(can.sign(document, context.viewer))
  if (!link.needs_code) throw precondition('This link needs no code')
  const code = await newCode(context, link.token_id)
  await queueMail(context, {
    fact_key: `signature_code:${link.token_id}:${context.clock.now()}`,
    to: signer.email,
    subject: 'Your code to sign',
    body_text: [
      `Hello ${signer.name},`,
      '',
      `Your code for ${document.title}, for 10 minutes:`,
      '',
      one_time_link,
    ].join('\n'),
    parent: { entity: 'platform.document', id: document.id },
    provider_id: document.provider_id,
    agency_id: document.agency_id,
    secret: { link: code, settings },
  })
}

/** Signed already: the page shows that it is done. */
async function signByLink({ link, context, call }: Step): Promise<void> {
  const { signature, fields } = parseInput(signInput, call.body)
  requireSignature(signature)
  if (link.signer.status === 'signed') return
  if (link.needs_code) throw notAllowed('Enter the code of our mail first')
  requireCan(keepsSides(link.document, link.signer))
  const proof = link.auth === 'link' ? 'link' : 'link and code'
  const origin = { ip: call.ip, user_agent: call.user_agent, proof }
  await signAs(context, link, link.signer, signature, origin, fields)
}

const embedInput = z.strictObject({
  document_id: z.uuid(),
  signer_id: z.uuid(),
  return_url: z
    .string()
    .max(500)
    .regex(/^\/(?![/\\])/, { error: 'Only an address of this site, like /client/inbox' })
    .optional(),
})

/** A link for a page that opens it at once. Another person's needs the code of their mailbox. */
function embedRoute(app: FastifyInstance, context: HttpContext): void {
  app.post('/api/permission/createEmbbedSignLink', async (request, reply) => {
    const viewer = await context.viewerOf(request, reply)
    const { document_id, signer_id, return_url } = parseInput(embedInput, request.body ?? {})
    if (viewer.impersonator_user_id !== null || viewer.token !== null)
      throw notAllowed('A person signs by themselves')
    const clock = frozenAt(context.clock)
    const data = await inTransaction(context.database, async (tx) => {
      const owner = await documentOfSigner(tx, signer_id)
      if (owner !== document_id) throw notFound('Signer')
      const own = await lockSigning(tx, document_id, clock.now())
      const signer = own.signers.find(({ id }) => id === signer_id)
      const isMine = signer?.contact_id === viewer.business_contact_id
      if (!isMine && !isSender(own.document.parent_entity, viewer)) throw notFound('Document')
      const { document, signers } = isMine
        ? own
        : await lockVisibleSigning({ tx, viewer, clock }, document_id)
      if (!signer) throw notFound('Signer')
      requireCan(can.sign(document, viewer))
      requireCan(maySign(signer, signers))
      if (document.envelope_id !== null) return { document, signer, isMine }
      const expires_at = embedEnd(clock.now())
      const auth = isMine ? 'link' : 'link_and_code'
      const token = await makeLink(
        { tx, clock },
        { signer, expires_at, auth, return_url: return_url ?? null },
      )
      return { url: `/sign/${token}`, expires_at }
    })
    return { success: true, data: 'url' in data ? data : await pageAtDocumenso(context, data) }
  })
}

/** The signer's own page there: its address signs, so nobody else gets it. @throws precondition, or when it is down */
async function pageAtDocumenso(
  { settings }: HttpContext,
  { document, signer, isMine }: Pick<SignLink, 'document' | 'signer'> & { readonly isMine: boolean },
) {
  if (!isMine) throw precondition('Documenso mails the link to its signer')
  const documenso = documensoOf(settings)
  const { recipients } = await documenso.get(document.envelope_id ?? '')
  const recipient = recipients.find(({ email }) => email.toLowerCase() === signer.email)
  const url = recipient ? documenso.pageOf(recipient) : null
  if (url === null) throw precondition('Documenso does not know this signer')
  return { url, expires_at: document.expires_at }
}

const verifyInput = z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) })

/** Known or unknown by its hash: only a holder of the file has it. */
function verifyRoute(app: FastifyInstance, { database }: HttpContext): void {
  const limited = { config: { rateLimit: { max: 30, timeWindow: '1 minute' } } }
  app.post('/api/sign/verify', limited, async (request) => {
    const { sha256 } = parseInput(verifyInput, request.body ?? {})
    const row = await inTransaction(database, (tx) =>
      tx.row<{ file: string; completed_at: string | null; status: string }>(
        `select case $1 when final_sha256 then 'final' when certificate_sha256 then 'certificate' else 'frozen' end as file,
           completed_at, status
         from platform.document where deleted_at is null and frozen_sha256 is not null
           and $1 in (final_sha256, certificate_sha256, frozen_sha256)
         order by completed_at nulls last limit 1`,
        [sha256],
      ),
    )
    return { success: true, data: row ? { is_known: true, ...row } : { is_known: false } }
  })
}
