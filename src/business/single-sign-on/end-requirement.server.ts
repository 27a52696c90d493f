import type { Instant } from '#kernel/instant.ts'
import type { VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { identity_provider } from './identity-provider.entity.ts'

type Required = { readonly id: string; readonly name: string; readonly required_from: Instant | null }

/** Opens every other way to sign in again; the provider stays set up. The caller has locked the row. */
export async function endRequirement(
  { tx, clock, audit }: Pick<VerbContext, 'tx' | 'clock' | 'audit'>,
  { id, name, required_from }: Required,
): Promise<void> {
  await updateRow(tx, identity_provider, id, {
    required: false,
    required_from: null,
    updated_at: clock.now(),
  })
  audit({
    entity: 'business.identity_provider',
    entity_id: id,
    old_values: { name, required: true, required_from },
    new_values: { name, required: false },
  })
}
