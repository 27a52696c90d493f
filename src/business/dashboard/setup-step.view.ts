/** A first step of a new business, and the rows that say that it is done. */
import type { Role } from '#entity/access.ts'
import type { Entity } from '#entity/entity.ts'
import type { Where } from '#entity/filter.ts'

export interface Asker {
  readonly business_id: string
  readonly business_contact_id: string
  readonly today: string
}

/** Asks whether a row of this kind exists. */
export interface Some {
  readonly entity: Entity
  readonly where: (asker: Asker) => Where
}

export interface SetupStep {
  readonly id: string
  readonly label: string
  readonly says: string
  /** `mail`: the installation proves that mail arrives. */
  readonly done: Some | 'mail'
  /** The step is begun and waits for somebody else: its sentence, and the screen that shows it. */
  readonly waits?: Some & { readonly says: string; readonly path: string }
  /** The screen that does it; `own_record` leads to the viewer's own business on it. */
  readonly path: string
  readonly own_record?: true
  /** The dialog that the screen opens with (see `useAskedDialog`). */
  readonly dialog?: 'person' | 'bank_account'
  /** Roles that can do the step; every role when absent. */
  readonly roles?: readonly Role[]
  /** The step may be left out. */
  readonly optional?: true
}

export interface Setup {
  readonly steps: readonly SetupStep[]
  /** The first work that the role reads: from then on the home shows more than these steps. */
  readonly until: readonly (Some & { readonly roles?: readonly Role[] })[]
}
