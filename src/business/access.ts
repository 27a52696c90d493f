import type { EntityWithAccess } from '#entity/access.ts'

/** Every entity with who may see it, by its path. */
export const access: Readonly<Record<string, EntityWithAccess>> = {}
