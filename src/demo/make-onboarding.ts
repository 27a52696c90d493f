/** New parties on their way: a draft, one that waits, one that was sent back, one that is approved and needs more. */
import { onStage, type Stage, type World } from './stage.ts'

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
  })
}

async function client(stage: Stage, name: string, town: keyof typeof addresses): Promise<string> {
  const { id } = await stage.act<{ id: string }>('agency_admin', 'business.party.submit', {
    kind: 'client',
    company: { name, address: addresses[town] },
    temp_payment_terms: 30,
  })
  return id
}
