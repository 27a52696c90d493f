/** Texts that break layouts: long words of every kind of letter, and few of them ordinary. */

const repeated = (part: string, letters: number) =>
  part.repeat(Math.ceil(letters / part.length)).slice(0, letters)

const parts = [
  'W',
  'i',
  'M',
  'Ǆ',
  '0',
  '8',
  '_',
  '.',
  '/',
  '-',
  'a\u00a0',
  'Wm',
  'PO-2026/',
  'AB12',
  'Donaudampfschifffahrtsgesellschaft',
  'Llanfairpwllgwyngyll',
  'Ж',
  'Ω',
  'ß',
  'Ệ',
  'e\u0301',
  'a\u200b',
  'a\u200d',
  'a\u00ad',
  'W W',
  'Wwww-',
  '@',
  '€',
  '“',
  '#{',
]

/** Those of each commit come first: they found most. */
export const hostile_texts: readonly string[] = [
  repeated('W', 200),
  repeated('Wm ', 200),
  repeated('PO-2026/', 28),
  `Fee Z${'\u0301'.repeat(190)}`,
  repeated('i', 180),
  repeated('W', 4000),
  repeated('Ж.', 60),
  '#panic("x") $1+1$ *bold* #read("/etc/passwd") ]#[ <a> @b `c` \\ // gone? /* no */',
  'one\ntwo\r\n\tthree\u2028four',
  ...parts.map((part) => repeated(part, 200)),
  ...parts.map((part) => repeated(part, 28)),
  ...[13, 34, 55, 89, 120, 144, 160, 233, 400, 900, 2000, 3999].map((letters) => repeated('Wax', letters)),
]
