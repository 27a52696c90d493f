/** The first day of a provider's books. */
import { present } from '#kernel/assert.ts'
import { day } from '#kernel/day.ts'
import type { BookDays } from '#kernel/money-day.ts'
import type { VerbContext } from '#server/verb.ts'

/** The first day of the books of a provider's row. */
export const booksBeginSql = (provider: string): string =>
  `coalesce(${provider}.books_begin, (${provider}.created_at at time zone 'Europe/London')::date)`

/** From the first day of the viewer's provider's books to today. */
export async function bookDays({
  tx,
  viewer,
  clock,
}: Pick<VerbContext, 'tx' | 'viewer' | 'clock'>): Promise<BookDays> {
  const row = await tx.row<{ books_begin: string }>(
    `select ${booksBeginSql('b')} as books_begin from business.business b where b.id = $1`,
    [viewer.provider_id],
  )
  return { books_begin: day(present(row, 'the provider').books_begin), today: clock.today() }
}
