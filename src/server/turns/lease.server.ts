/** Slots of one business over all servers, for as long as a server renews them (platform.lease). */
import type pg from 'pg'

export type LeaseClass = 'pdf' | 'upload'

const SECONDS: Readonly<Record<LeaseClass, number>> = { pdf: 60, upload: 300 }
/** Two servers that race for the last slot may both fail, so each tries again. */
const TRIES = 3

type Slot = { readonly class: LeaseClass; readonly key: string; readonly node_id: string }

/** Takes one of the slots. Returns its number, or null where all are taken. */
export async function takeLease(pool: pg.Pool, slot: Slot, slots: number): Promise<number | null> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { rows } = await pool.query<{ slot: number }>(
      `insert into platform.lease as l
       select $1, $2, s, $4, clock_timestamp() + make_interval(secs => $5) from generate_series(1, $3) s
       where not exists (select from platform.lease x
         where x.class = $1 and x.key = $2 and x.slot = s and x.until > clock_timestamp())
       order by s limit 1
       on conflict (class, key, slot) do update set node_id = excluded.node_id, until = excluded.until
         where l.until <= clock_timestamp()
       returning slot`,
      [slot.class, slot.key, slots, slot.node_id, SECONDS[slot.class]],
    )
    if (rows[0]) return rows[0].slot
  }
  return null
}

const own = 'class = $1 and key = $2 and slot = $3 and node_id = $4'

/** @returns whether it is still ours */
export async function renewLease(pool: pg.Pool, slot: Slot, number: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update platform.lease set until = clock_timestamp() + make_interval(secs => $5) where ${own} and until > clock_timestamp()`,
    [slot.class, slot.key, number, slot.node_id, SECONDS[slot.class]],
  )
  return rowCount === 1
}

export async function giveBackLease(pool: pg.Pool, slot: Slot, number: number): Promise<void> {
  await pool.query(`update platform.lease set until = '-infinity' where ${own}`, [
    slot.class,
    slot.key,
    number,
    slot.node_id,
  ])
}

/** Milliseconds between renewals: half of the lease. */
export const renewalMs = (name: LeaseClass): number => (SECONDS[name] * 1000) / 2
