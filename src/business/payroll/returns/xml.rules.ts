/** Writes XML in its canonical form (C14N 1.0), so that a message is marked as it is sent. Pure. */

export type XmlNode = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly content: string | readonly XmlNode[]
}

export const el = (
  name: string,
  content: XmlNode['content'],
  attributes: XmlNode['attributes'] = {},
): XmlNode => ({ name, attributes, content })

/** An element where there is something to say, and nothing otherwise. */
export const maybe = (name: string, text: string | null): XmlNode[] => (text === null ? [] : [el(name, text)])

const inText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#xD;')

const inAttribute = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\t', '&#x9;')
    .replaceAll('\n', '&#xA;')
    .replaceAll('\r', '&#xD;')

/** The namespace first, then attributes by name. */
const order = ([a]: readonly [string, string], [b]: readonly [string, string]): number =>
  a === 'xmlns' ? -1 : b === 'xmlns' ? 1 : a < b ? -1 : 1

/** Without white space between elements, and every element with its end. */
export function writeXml({ name, attributes, content }: XmlNode): string {
  const said = Object.entries(attributes)
    .toSorted(order)
    .map(([key, value]) => ` ${key}="${inAttribute(value)}"`)
    .join('')
  const inner = typeof content === 'string' ? inText(content) : content.map(writeXml).join('')
  return `<${name}${said}>${inner}</${name}>`
}
