/** A file by which an approval of a placement was stated stays; others are removed. */
import { expect, test } from 'vitest'
import { by_mail, seedPerm, seedPermFeature } from '#test/fixtures/documents.ts'
import { seedEvidence } from '#test/fixtures/evidence.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { placementInput } from '#test/fixtures/placement-input.ts'
import { messageOf } from '#test/fixtures/refusal.ts'
import { act, seedParties } from '#test/fixtures/world.ts'

const { world } = await freshWorld()
const parties = await seedParties(world)
const { agency, client } = parties
const stays = 'The client’s or contractor’s approval is stated by this file: it stays'
type Made = { id: string }

const remove = (id: string) => act(world, agency.admin, 'platform.attachment.delete', { id })

test.each(['temp_placement', 'perm_placement'] as const)(
  '%s: evidence stays until it is submitted again',
  async (kind) => {
    if (kind === 'perm_placement') await seedPermFeature(world, agency)
    const { id } =
      kind === 'perm_placement'
        ? await seedPerm(world, parties)
        : await act<Made>(world, agency.admin, 'contract.temp_placement.create', {
            ...placementInput(parties),
            is_unsupervised: true,
          })
    const step = (action: string, by = agency.admin, more: object = {}) =>
      act(world, by, `contract.${kind}.${action}`, { id, ...more })
    const attach = () => seedEvidence(world, agency.admin, id, `contract.${kind}`)
    const mistaken = await attach()
    await remove(mistaken.id)
    await step('submit')
    const signed = await attach()
    const of_before = { ...by_mail(world, signed), updated_at: '2025-01-01T09:00:00Z' }
    expect(await messageOf(step('approve_by_evidence', agency.admin, of_before))).toBe(
      'Somebody else changed this placement. Reload it.',
    )
    await step('approve_by_evidence', agency.admin, by_mail(world, signed))
    world.clock.advance({ seconds: 1 })
    const later = await attach()
    expect(await messageOf(remove(signed.id))).toBe(stays)
    await remove(later.id)

    if (kind === 'temp_placement') await step('recall', agency.admin, { comment: 'Another rate was agreed' })
    else await step('return', agency.provider.admin, { comment: 'Another fee was agreed' })
    await remove(signed.id)
    await step('submit')
    await attach()
    await step('approve', client.manager)
  },
)
