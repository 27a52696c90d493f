/** Writes the size of a client in a tax year. */
import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { validationText } from '#kernel/messages.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRow, updateRow } from '#server/write-row.server.ts'
import { lockKey } from '../../shared/lock-key.server.ts'
import { client_size, client_sizes } from './client-size.entity.ts'
import type { ClientSize } from './client-size.rules.ts'

export const clientSizeInput = z.enum(
  client_sizes.map(({ value }) => value),
  { error: validationText.required },
)

type Stated = {
  readonly client_id: string
  readonly tax_year: number
  readonly size: ClientSize
  readonly stated_by: string
  readonly stated_on: string
}
type Old = Pick<Stated, 'size' | 'stated_by' | 'stated_on'> & { readonly id: string }

/** One size for each tax year: a second statement replaces the first. @returns its id */
export async function writeClientSize(context: VerbContext, stated: Stated): Promise<string> {
  const { tx, clock } = context
  const { client_id, tax_year, ...size } = stated
  await lockKey(tx, 'client_size', client_id)
  const old = await tx.row<Old>(
    'select id, size, stated_by, stated_on from business.client_size where client_id = $1 and tax_year = $2',
    [client_id, tax_year],
  )
  const id = old?.id ?? newUuid(clock)
  if (old) await updateRow(tx, client_size, id, { ...size, deleted_at: null, updated_at: clock.now() })
  else {
    const client = await tx.row<{ provider_id: string | null }>(
      'select provider_id from business.business where id = $1',
      [client_id],
    )
    await insertRow(tx, client_size, {
      ...size,
      id,
      client_id,
      tax_year,
      provider_id: present(client?.provider_id, 'the provider of a client'),
      created_at: clock.now(),
      updated_at: clock.now(),
    })
  }
  context.audit({
    entity: 'business.client_size',
    entity_id: id,
    ...(old ? { old_values: { size: old.size, stated_by: old.stated_by, stated_on: old.stated_on } } : {}),
    new_values: stated,
  })
  return id
}
