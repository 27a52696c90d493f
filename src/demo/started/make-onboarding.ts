/** New parties on their way: a draft, two that wait, one that was sent back, one that needs more, one in force. */
import { businessId, onStage, type Stage, type World } from '../stage.ts'

const addresses = {
  leeds: { line_1: '12 Canal Street', city: 'Leeds', zipcode: 'LS1 4PA' },
  york: { line_1: '3 Micklegate', city: 'York', zipcode: 'YO1 6JX' },
} as const

/** Only for a started demo, as its papers. */
export async function makeOnboarding(world: World): Promise<void> {
  await onStage(world, async (stage) => {
    await stage.act('agency_admin', 'business.party.save_draft', {
      kind: 'client',
      version: 0,
      values: {
        name: 'Aldwark Joinery Ltd',
        city: 'York',
        country: 'United Kingdom',
        country_code: 'GB',
        currency: 'GBP',
      },
    })
    await client(stage, 'Foss Bridge Kitchens Ltd', 'york')
    const rejected = await client(stage, 'Holbeck Scaffolding Ltd', 'leeds')
    await stage.act('provider_admin', 'business.party.reject', {
      id: rejected,
      comment: 'Its registered name at Companies House is another one',
    })
    const approved = await client(stage, 'Kirkgate Catering Ltd', 'leeds')
    await stage.act('provider_admin', 'business.party.approve', { id: approved })
    await bringIn(world, stage, await client(stage, 'Ouse Bridge Foods Ltd', 'york'))
    // The agency itself approves its workers.
    await stage.act('agency_consultant', 'business.party.submit', {
      kind: 'contractor',
      individual: {
        first_name: 'Imogen',
        last_name: 'Hartley',
        date_of_birth: '1991-03-14',
        gender: 'F',
        address: addresses.leeds,
      },
      payment_type: 'paye',
      people: [
        {
          first_name: 'Imogen',
          last_name: 'Hartley',
          email: 'imogen.hartley@example.org',
          roles: ['contractor'],
        },
      ],
    })
  })
}

/** With people and a limit nothing is missing. */
async function bringIn(world: World, stage: Stage, id: string): Promise<void> {
  await stage.act('provider_admin', 'business.party.approve', { id })
  await stage.act('provider_admin', 'business.business_contact.create', {
    business_id: id,
    first_name: 'Alison',
    last_name: 'Thwaite',
    email: 'alison.thwaite@ousebridge.example',
    roles: ['invoice_contact', 'timesheet_approver'],
  })
  await stage.act('provider_admin', 'business.credit_limit.set', {
    client_id: id,
    limiter_id: businessId(world, 'tideway'),
    currency: 'GBP',
    amount: '20000.00',
    effective_from: stage.clock.today(),
    reference: 'OUSE-LIMIT',
  })
}

async function client(stage: Stage, name: string, town: keyof typeof addresses): Promise<string> {
  const { id } = await stage.act<{ id: string }>('agency_admin', 'business.party.submit', {
    kind: 'client',
    legal_form: 'partnership',
    company: { name, address: addresses[town] },
    temp_payment_terms: 30,
  })
  return id
}
