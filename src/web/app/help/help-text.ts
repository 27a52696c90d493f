/**
 * The texts of docs/help as data: a title, then headings with paragraphs and lists. A line `<!-- pages: … -->` under a
 * heading names the screens that it explains; an image is one of docs/help/figures in its two sizes. Of inline marks
 * there is bold text alone.
 */

export interface HelpBlock {
  readonly kind: 'text' | 'steps' | 'list'
  /** One paragraph, or the items of a list; every second part of each is bold. */
  readonly lines: readonly (readonly string[])[]
}

export interface HelpFigure {
  /** The name of the figure's files without the size. */
  readonly name: string
  readonly alt: string
}

export interface HelpSection {
  readonly id: string
  readonly title: string
  readonly pages: readonly string[]
  readonly figure: HelpFigure | null
  readonly blocks: readonly HelpBlock[]
}

export interface HelpText {
  readonly title: string
  readonly intro: string
  readonly sections: readonly HelpSection[]
}

const idOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

const partsOf = (line: string): readonly string[] => line.split('**')

const kinds = [
  { kind: 'steps', mark: /^\d+\. / },
  { kind: 'list', mark: /^- / },
] as const

function blockOf(text: string): HelpBlock {
  const lines = text.split('\n')
  const found = kinds.find(({ mark }) => lines.every((line) => mark.test(line)))
  return found
    ? { kind: found.kind, lines: lines.map((line) => partsOf(line.replace(found.mark, ''))) }
    : { kind: 'text', lines: [partsOf(lines.join(' '))] }
}

const pages_line = /^<!-- pages: (.*) -->$/

const figure_line = /^!\[(.+)\]\(figures\/([a-z-]+)-1280\.webp\)$/

function sectionOf(text: string): HelpSection {
  const [title = '', ...paragraphs] = text.trim().split(/\n{2,}/)
  const pages = paragraphs.flatMap((one) => pages_line.exec(one)?.[1]?.split(' ') ?? [])
  const [figure = null] = paragraphs.flatMap((one) => {
    const [, alt, name] = figure_line.exec(one) ?? []
    return alt && name ? [{ name, alt }] : []
  })
  const blocks = paragraphs.filter((one) => !pages_line.test(one) && !figure_line.test(one)).map(blockOf)
  return { id: idOf(title), title, pages, figure, blocks }
}

export function helpText(markdown: string): HelpText {
  const [head = '', ...sections] = markdown.split(/^## /m)
  const [title = '', ...intro] = head
    .replace(/^# /, '')
    .trim()
    .split(/\n{2,}/)
  return { title, intro: intro.join(' '), sections: sections.map(sectionOf) }
}

/** The heading about a screen; the first one for screens that none names. */
export const sectionFor = ({ sections }: HelpText, page: string): HelpSection | undefined =>
  sections.find(({ pages }) => pages.includes(page)) ?? sections[0]
