/** A person's values that this device alone holds: the question before sign-out names them. Pure but for the device. */
import type { Day } from '#kernel/day.ts'
import type { Device } from './device.ts'
import { form_start, isExpired, type KeptForm } from './form-draft.ts'
import { type Outgoing, outgoing_start } from './outgoing.ts'

/** A sentence each: `TMS000261 is not submitted yet`. */
export async function unsent(device: Pick<Device, 'names' | 'read'>): Promise<readonly string[]> {
  const names = await device.names('')
  const sentences = await Promise.all(
    names.sort().map(async (name): Promise<readonly [string, string] | null> => {
      const kept = await device.read<Pick<Outgoing, 'label'>>(name)
      if (!kept) return null
      return [kept.label, name.startsWith(outgoing_start) ? 'submitted' : 'saved']
    }),
  )
  const found = sentences.filter((one) => one !== null)
  const submissions = new Set(found.filter(([, verb]) => verb === 'submitted').map(([label]) => label))
  // The cells of a waiting submission are part of it.
  const others = found.filter(([label, verb]) => verb === 'submitted' || !submissions.has(label))
  return others.map(([label, verb]) => `${label} is not ${verb} yet`)
}

type Kept = { readonly id: string; readonly name: string; readonly device: Pick<Device, 'names' | 'read'> }

/** The same over all businesses of a person, the present one first: a sign-out removes the values of each. */
export async function unsentOfAll(
  present_id: string,
  businesses: readonly Kept[],
): Promise<readonly string[]> {
  const sentences = await Promise.all(
    businesses
      .toSorted((a, b) => Number(b.id === present_id) - Number(a.id === present_id))
      .map(async ({ id, name, device }) => {
        const own = await unsent(device)
        return id === present_id ? own : own.map((sentence) => `${name}: ${sentence}`)
      }),
  )
  return sentences.flat()
}

/** Drafts that no form has opened for too long. */
export async function forgetOldForms(device: Pick<Device, 'names' | 'change'>, today: Day): Promise<void> {
  for (const name of await device.names(form_start))
    await device.change<KeptForm>(name, (draft) => (draft && isExpired(draft, today) ? null : draft))
}
