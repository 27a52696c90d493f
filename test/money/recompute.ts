/** Reads the sentences of an explanation and works them out again, apart from the code that made them. */
const amount = /(-?)(?:£|€|\$|[A-Z]{3} )([\d,]+(?:\.\d+)?)/

/** Ten-thousandths of a unit of `text`, an amount or a plain number. */
function scaled(text: string): bigint {
  const found = amount.exec(text)
  const [sign, digits] = found
    ? [found[1], found[2]]
    : [text.startsWith('-') ? '-' : '', text.replace('-', '')]
  const [whole = '0', part = ''] = (digits ?? '').replaceAll(',', '').trim().split('.')
  const size = BigInt(whole + part.padEnd(4, '0').slice(0, 4))
  return sign === '-' ? -size : size
}

/** Half up, away from zero, to hundredths. */
function pence(numerator: bigint, denominator: bigint): bigint {
  const size = numerator < 0n ? -numerator : numerator
  const rounded = (2n * size + denominator) / (2n * denominator)
  return numerator < 0n ? -rounded : rounded
}

/** Whether a sentence with an equals sign is true; null for one that states no sum. */
export function isTrue(sentence: string): boolean | null {
  const at = sentence.lastIndexOf(' = ')
  if (at < 0) return null
  const said = scaled(sentence.slice(at + 3)) / 100n
  const left = sentence.slice(0, at)
  const product = /: (-?[\d.,]+) × (.+)$/.exec(left)
  if (product) return pence(scaled(product[1] ?? '') * scaled(product[2] ?? ''), 1_000_000n) === said
  const share = /: ([\d.]+)% of (.+)$/.exec(left)
  if (share) return pence(scaled(share[1] ?? '') * scaled(share[2] ?? ''), 100n * 1_000_000n) === said
  const terms = [...left.matchAll(/(^|[+−] )(-?(?:£|€|\$|[A-Z]{3} )[\d,.]+) \(/g)]
  const total = terms.reduce(
    (sum, [, sign, text]) => sum + (sign?.startsWith('−') ? -1n : 1n) * scaled(text ?? ''),
    0n,
  )
  return terms.length > 0 && total / 100n === said
}
