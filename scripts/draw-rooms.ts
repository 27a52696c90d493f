/** `npm run rooms`: draws docs/rooms.svg from the imports between the business rooms. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOMS, roomImports, TIERS } from '#test/guards/rooms.ts'
import { allFiles, isCode, type SourceFile } from '#test/guards/source.ts'
import { root } from './steps.ts'

export const rooms_picture = 'docs/rooms.svg'

const BOX = { width: 124, height: 38, gap: 14 }
const BAND = { height: 98, left: 96, top: -8 }
const WIDTH = BAND.left + 6 * (BOX.width + BOX.gap) + 10
/** Nearly every room imports it. */
const DRAWN_AS_NOTE = 'shared'

type Imports = ReadonlyMap<string, readonly string[]>
type Place = { readonly x: number; readonly y: number; readonly band: number }

/** The highest group is on top. */
function placesOf(): ReadonlyMap<string, Place> {
  const bands = Object.values(TIERS).reverse()
  return new Map(
    bands.flatMap((rooms, band) => {
      const row = rooms.length * (BOX.width + BOX.gap) - BOX.gap
      const left = BAND.left + Math.round((WIDTH - BAND.left - 10 - row) / 2)
      return rooms.map((room, at): [string, Place] => [
        room,
        { x: left + at * (BOX.width + BOX.gap), y: BAND.top + band * BAND.height + 42, band },
      ])
    }),
  )
}

/** Imports without those that a longer way of arrows already shows. */
function shortestArrows(imports: Imports): [string, string][] {
  const leadsTo = (from: string, to: string): boolean =>
    (imports.get(from) ?? []).some((next) => next === to || leadsTo(next, to))
  return ROOMS.flatMap((from) => {
    const targets = (imports.get(from) ?? []).filter((to) => to !== DRAWN_AS_NOTE)
    return targets
      .filter((to) => !targets.some((other) => other !== to && leadsTo(other, to)))
      .map((to): [string, string] => [from, to])
  })
}

function arrow(from: Place, to: Place): string {
  const start_x = from.x + BOX.width / 2
  const end_x = to.x + BOX.width / 2
  if (from.band === to.band) {
    const lift = from.y - 14 - Math.round(Math.abs(start_x - end_x) / 30)
    return `<path d="M${start_x - 20} ${from.y}C${start_x - 40} ${lift} ${end_x + 40} ${lift} ${end_x + 20} ${from.y}"/>`
  }
  const start_y = from.y + BOX.height
  const bend = Math.round((to.y - start_y) / 2)
  return `<path d="M${start_x} ${start_y}C${start_x} ${start_y + bend} ${end_x} ${to.y - bend} ${end_x} ${to.y}"/>`
}

function box(room: string, { x, y }: Place, imports: Imports): string {
  const below = imports.get(room)?.length ?? 0
  const above = [...imports.values()].filter((targets) => targets.includes(room)).length
  const middle = x + BOX.width / 2
  return [
    `<rect x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="6"/>`,
    `<text x="${middle}" y="${y + 16}" class="room">${room}</text>`,
    `<text x="${middle}" y="${y + 31}" class="count">↓ ${below}  ↑ ${above}</text>`,
  ].join('')
}

function bands(): string[] {
  return Object.keys(TIERS)
    .reverse()
    .flatMap((name, band) => {
      const y = BAND.top + band * BAND.height
      const line = `<line x1="10" y1="${y + 4}" x2="${WIDTH - 10}" y2="${y + 4}"/>`
      return [band === 0 ? '' : line, `<text x="12" y="${y + 66}" class="tier">${name}</text>`]
    })
    .filter((part) => part !== '')
}

const STYLE = `text{font-family:system-ui,sans-serif;fill:#1f2937}.room{font-size:12px;font-weight:600;text-anchor:middle}.count{font-size:11px;fill:#6b7280;text-anchor:middle}.tier{font-size:13px;fill:#6b7280}.note{font-size:12px;fill:#6b7280}line{stroke:#e5e7eb}rect{fill:#f8fafc;stroke:#94a3b8}path{fill:none;stroke:#64748b;stroke-width:1;opacity:.55;marker-end:url(#tip)}`

export function drawRooms(files: readonly SourceFile[]): string {
  const imports = roomImports(files)
  const places = placesOf()
  const at = (room: string): Place => {
    const place = places.get(room)
    if (!place) throw new Error(`${room} has no place`)
    return place
  }
  const height = BAND.top + Object.keys(TIERS).length * BAND.height + 34
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Rooms of src/business and their imports">`,
    `<style>${STYLE}</style>`,
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto"><polygon points="0 0 8 4 0 8" fill="#64748b"/></marker></defs>',
    `<rect width="${WIDTH}" height="${height}" style="fill:#fff;stroke:none"/>`,
    ...bands(),
    ...shortestArrows(imports).map(([from, to]) => arrow(at(from), at(to))),
    ...ROOMS.map((room) => box(room, at(room), imports)),
    `<text x="12" y="${height - 14}" class="note">↓ rooms it imports, ↑ rooms that import it. Arrows to ${DRAWN_AS_NOTE}, and arrows that a longer way shows, are left out.</text>`,
    '</svg>',
  ].join('\n')}\n`
}

if (import.meta.main)
  writeFileSync(join(root, rooms_picture), drawRooms(allFiles().filter((file) => isCode(file.path))))
