/** Columns before a list's own (spec §2): serial, expand, selection. They stay in sight while the others scroll. */
export const serial_width = 52
export const expand_width = 32
export const select_width = 36
export const menu_width = 44

/** Left offset of each; null if absent. */
export interface Lead {
  readonly expand: number | null
  readonly select: number | null
  readonly width: number
}

export function leadOf(has: { readonly expand: boolean; readonly select: boolean }): Lead {
  const after_expand = serial_width + (has.expand ? expand_width : 0)
  return {
    expand: has.expand ? serial_width : null,
    select: has.select ? after_expand : null,
    width: after_expand + (has.select ? select_width : 0),
  }
}
