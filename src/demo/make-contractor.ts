/** Takes on a contractor of the demo world: the person, the company, the account, the placement. */
import { type Day, partsOf } from '#kernel/day.ts'
import { clients } from './cast-clients.ts'
import type { CastContractor } from './cast-contractor.ts'
import type { AgencyKey } from './cast-types.ts'
import { makeAccount, payoutAccount } from './make-accounts.ts'
import { emailOf } from './make-businesses.ts'
import { employ } from './payroll-people.ts'
import { companyNumber, niNumber, phoneNumber, utr, vatNumber } from './registers.ts'
import { businessId, contactId, onStage, type Stage, type World } from './stage.ts'

type Made = { readonly id: string }

/** The consultant of each agency. */
export const consultants: Readonly<Record<AgencyKey, string>> = {
  larkfield: 'agency_consultant',
  copperbeech: 'copperbeech_consultant',
  meridian: 'meridian_consultant',
}

/** The approver of what the consultant submits. */
const agency_admins: Readonly<Record<AgencyKey, string>> = {
  larkfield: 'agency_admin',
  copperbeech: 'copperbeech_admin',
  meridian: 'meridian_admin',
}

export type Engagement = { readonly start_date: Day; readonly end_date: Day | null }

/** `no` makes the numbers of this company and its papers unique. */
export async function makeContractor(
  world: World,
  who: CastContractor,
  no: number,
  dates: Engagement,
): Promise<void> {
  await onStage(world, async (stage) => {
    const person = consultants[who.agency]
    const company_id = await paymentCompany(world, stage, who, no)
    const made = await stage.act<Made>(person, 'business.contractor.create', {
      individual: individualOf(world, who, no, dates.start_date),
      payment_type: who.payment_type,
      payment_company_id: company_id ?? undefined,
      currency: who.currency,
      self_billing_from: dates.start_date,
      conduct_regs_opt_out: who.conduct_regs_opt_out,
    })
    world.businesses.set(who.key, made.id)
    const contact = await stage.act<Made>(person, 'business.business_contact.create', {
      business_id: made.id,
      first_name: who.first_name,
      last_name: who.last_name,
      email: emailOf(who, 'mailbox.example'),
      contact_phone: phoneNumber(no),
      roles: ['contractor'],
    })
    world.contacts.set(who.key, contact.id)
    await openAccount(stage, who, company_id ?? made.id)
    if (who.is_construction && company_id)
      await stage.act(person, 'business.cis_verification.add', {
        business_id: company_id,
        verification_number: `V${1_204_500_000 + no * 7_919}`,
        verified_on: stage.clock.today(),
        result: 'gross_payment',
      })
    if (who.payment_type === 'paye') await employ(world, stage, who, no, dates.start_date)
    await place(world, stage, who, dates, no)
  })
}

/** The company paid for the worker; null on payroll. Umbrellas exist already. */
async function paymentCompany(
  world: World,
  stage: Stage,
  who: CastContractor,
  no: number,
): Promise<string | null> {
  if (who.payment_type === 'paye' || who.paid_through === undefined) return null
  if (who.payment_type === 'umbrella') return businessId(world, who.paid_through)
  const is_company = who.payment_type === 'limited'
  const made = await stage.act<Made>(consultants[who.agency], 'business.payment_company.create', {
    type: who.payment_type,
    company: {
      name: who.paid_through,
      brn: is_company ? companyNumber(9_100_000 + no * 79_193) : undefined,
      is_vat_registered: who.is_vat_registered,
      vat_registration_no: who.is_vat_registered ? vatNumber(2_500_000 + no * 104_729) : undefined,
      utr: is_company ? undefined : utr(310_000_000 + no * 15_485_863),
      email: emailOf(who, 'mailbox.example'),
      address: addressOf(world, no),
    },
    currency: who.currency,
  })
  return made.id
}

/** Umbrellas have an account; others open one with the first placement. */
async function openAccount(stage: Stage, who: CastContractor, payee_id: string): Promise<void> {
  if (who.payment_type === 'umbrella') return
  const holder = who.paid_through ?? `${who.first_name} ${who.last_name}`
  const account = payoutAccount(holder, who.currency ?? 'GBP')
  await makeAccount(stage, consultants[who.agency], payee_id, account, 'payout')
}

async function place(
  world: World,
  stage: Stage,
  who: CastContractor,
  dates: Engagement,
  no: number,
): Promise<void> {
  const consultant = consultants[who.agency]
  const client = clients.find((one) => one.key === who.client)
  const rate = (name: string, contractor_rate: string, client_rate: string) => ({
    name,
    contractor_rate,
    client_rate,
  })
  const people = client?.people.map((one) => one.key) ?? []
  const [approver = '', invoice_contact = '', hiring_manager = ''] = people
  const made = await stage.act<{ id: string; group_ids: string[] }>(
    consultant,
    'contract.temp_placement.create',
    {
      client_id: businessId(world, who.client),
      contractor_id: businessId(world, who.key),
      title: who.title,
      start_date: dates.start_date,
      end_date: dates.end_date ?? undefined,
      funding_type: who.funding_type ?? 'funded',
      funder_id: who.funder === undefined ? undefined : businessId(world, who.funder),
      currency: who.currency,
      timesheet_frequency: who.timesheet_frequency,
      unit_type: who.unit_type,
      timesheet_submit: who.timesheet_submit,
      ir35_status: who.payment_type === 'limited' ? 'outside' : 'not_applicable',
      is_construction: who.is_construction ?? false,
      is_unsupervised: who.payment_type === 'selfemployed',
      po_number: `PO-${who.client.slice(0, 4).toUpperCase()}-${String(4000 + no)}`,
      work_location: client?.address.city,
      client_payment_terms: client?.agencies.find((one) => one.agency === who.agency)?.terms,
      contractor_payment_terms: who.payment_type === 'umbrella' || who.payment_type === 'paye' ? 3 : 7,
      rates: [
        rate('Standard', who.contractor_rate, who.client_rate),
        ...(who.overtime ? [rate('Overtime', ...who.overtime)] : []),
      ],
      timesheet_approver_ids: [contactId(world, approver)],
      invoice_contact_ids: [contactId(world, invoice_contact)],
      consultant_contact_id: contactId(world, consultant),
    },
  )
  if (who.manual_timesheet_approval === true)
    await stage.act('provider_operations', 'contract.temp_placement.set_manual_approval', {
      id: made.id,
      is_on: true,
      comment: 'The client signs timesheets on paper',
    })
  const { id } = made
  await stage.act(consultant, 'contract.temp_placement.submit', { id })
  for (const person of [agency_admins[who.agency], hiring_manager, who.key])
    await stage.act(person, 'contract.temp_placement.approve', { id })
  await stage.act('provider_operations', 'contract.temp_placement.activate', { id: made.id })
  const [standard_group = '', overtime_group = null] = made.group_ids
  world.placements.set(made.id, { id: made.id, contractor: who.key, standard_group, overtime_group })
}

const first_birth_year = 1962

function individualOf(world: World, who: CastContractor, no: number, start_date: Day) {
  const drawn = first_birth_year + world.draw.whole(0, 38, 'birth year', who.key)
  const year = who.age === undefined ? drawn : partsOf(start_date).year - who.age - 1
  const date_of_birth = `${year}-${two(
    world.draw.whole(1, 12, 'birth month', who.key),
  )}-${two(world.draw.whole(1, 28, 'birth day', who.key))}`
  return {
    first_name: who.first_name,
    last_name: who.last_name,
    date_of_birth,
    gender: who.gender,
    ni_number: niNumber(no * 17),
    utr: who.payment_type === 'selfemployed' ? utr(410_000_000 + no * 13_466_917) : undefined,
    address: addressOf(world, no),
  }
}

const two = (value: number): string => String(value).padStart(2, '0')

const streets = [
  'Alma Road',
  'Chapel Lane',
  'Station Road',
  'Victoria Terrace',
  'Mill Hill',
  'Beech Grove',
] as const
const towns = [
  { city: 'Bath', zipcode: 'BA1 5' },
  { city: 'Harrogate', zipcode: 'HG1 2' },
  { city: 'Reading', zipcode: 'RG1 7' },
  { city: 'Cardiff', zipcode: 'CF10 3' },
  { city: 'Wakefield', zipcode: 'WF1 4' },
  { city: 'St Albans', zipcode: 'AL1 3' },
] as const

function addressOf(world: World, no: number) {
  const town = world.draw.pick(towns, 'town', no)
  const letters = world.draw.pick(['AB', 'DE', 'HJ', 'LN', 'QR', 'TU'], 'postcode', no)
  return {
    line_1: `${world.draw.whole(2, 148, 'house', no)} ${world.draw.pick(streets, 'street', no)}`,
    city: town.city,
    zipcode: `${town.zipcode}${letters}`,
  }
}
