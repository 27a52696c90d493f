/** Look-ups at public registers (spec §7, companyHouse and external): by name of the service, never by an address. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { keepOfficers } from '#business/parties/self-dealing/keep-officers.server.ts'
import { vatRequester } from '#business/parties/vat-check/vat-requester.server.ts'
import { hmrcNumber } from '#business/parties/vat-check.rules.ts'
import { agency_side, requireOneOf } from '#business/shared/who-may.rules.ts'
import { conflict } from '#kernel/errors.ts'
import { readCompanyNumber } from '#kernel/identifier.ts'
import { validationText } from '#kernel/messages.ts'
import { countLookup } from '../auth/auth-throttle.server.ts'
import type { HttpContext } from '../http/http-context.ts'
import { parseInput } from '../http/input-errors.ts'
import { inTransaction } from '../tx.ts'
import type { FoundCompany } from './companies-house.rules.ts'
import { companiesHouseOf } from './companies-house.server.ts'
import { RegisterDown } from './register-call.server.ts'
import type { VatTrader } from './vat-register.rules.ts'
import { type VatChecks, vatChecksOf } from './vat-register.server.ts'

const number = z
  .string()
  .max(30)
  .transform((typed, found) => {
    const short = typed.trim()
    // The register leaves out up to seven zeros, a form no more than two.
    const read = readCompanyNumber(/^\d{1,5}$/.test(short) ? short.padStart(8, '0') : short)
    if ('text' in read) return read.text
    found.addIssue({ code: 'custom', message: read.fault })
    return z.NEVER
  })
const search = z.string().trim().min(2, { error: validationText.required }).max(160)
const companyInput = z.union([z.strictObject({ number }), z.strictObject({ search })])
const vatInput = z.strictObject({
  number: z
    .string()
    .max(30)
    .transform((text) => hmrcNumber(text) ?? '')
    .refine((digits) => digits !== '', { error: validationText.matches }),
})
const externalInput = z.strictObject({
  service: z.enum(['company_house', 'vat_number', 'postcode']),
  query: z.unknown(),
})

type Found = { readonly items: readonly FoundCompany[]; readonly notice?: string }

const not_available: Found = {
  items: [],
  notice: 'Company look-up is not available. Enter the details by hand.',
}

export function lookupRoutes(app: FastifyInstance, context: HttpContext): void {
  const { settings, clock } = context
  const register = settings.companiesHouse && companiesHouseOf(settings.companiesHouse, clock)
  const vat_checks = settings.vatRegister && vatChecksOf(settings.vatRegister, clock)

  /** @returns null where the register does not answer, or was asked too often */
  async function companies(request: FastifyRequest, raw: unknown): Promise<Found | null> {
    const viewer = await context.viewerOf(request)
    requireOneOf(viewer, agency_side)
    const asked = parseInput(companyInput, raw)
    if (!register) return null
    const known = 'number' in asked ? register.kept(asked.number) : undefined
    if (known) return { items: known }
    const { database, cookie } = context
    if (!(await countLookup(database.session.pool, cookie.secret, viewer.user_id, clock.now()))) return null
    try {
      const items = await ('number' in asked
        ? register.byNumber(asked.number)
        : register.byWords(asked.search))
      await inTransaction(database, (tx) => keepOfficers(tx, items, clock.now()))
      return { items }
    } catch (error) {
      if (!(error instanceof RegisterDown)) throw error
      request.log.warn({ reason: error.message }, 'companies house')
      return null
    }
  }

  app.post('/api/permission/companyHouse', async (request) => ({
    success: true,
    data: (await companies(request, request.body)) ?? not_available,
  }))

  /** @returns null where HMRC does not answer, or was asked too often */
  async function traders(
    request: FastifyRequest,
    raw: unknown,
    checks: VatChecks,
  ): Promise<{ readonly items: readonly VatTrader[] } | null> {
    const viewer = await context.viewerOf(request)
    const { number } = parseInput(vatInput, raw)
    const { database, cookie } = context
    if (!(await countLookup(database.session.pool, cookie.secret, viewer.user_id, clock.now()))) return null
    const requester = await inTransaction(database, (tx) => vatRequester(tx, viewer.provider_id))
    try {
      const trader = await checks.trader(number, requester)
      return { items: trader === null ? [] : [trader] }
    } catch (error) {
      if (!(error instanceof RegisterDown)) throw error
      request.log.warn({ reason: error.message }, 'check of a VAT number')
      return null
    }
  }

  /** @throws conflict for a service that is not set up */
  function answerOf(request: FastifyRequest, { service, query }: z.infer<typeof externalInput>) {
    if (service === 'company_house' && register !== null) return companies(request, query)
    if (service === 'vat_number' && vat_checks !== null) return traders(request, query, vat_checks)
    throw conflict('This look-up is not set up')
  }

  app.post('/api/permission/external', async (request, reply) => {
    const viewer = await context.viewerOf(request)
    requireOneOf(viewer, agency_side)
    const data = await answerOf(request, parseInput(externalInput, request.body))
    if (data) return { success: true, data }
    return reply.code(503).send({
      success: false,
      code: 'unavailable',
      message: 'The look-up does not answer. Please try again.',
    })
  })
}
