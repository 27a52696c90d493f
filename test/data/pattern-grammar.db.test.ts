/** PostgreSQL takes every pattern that the endpoint takes: an error at run time would tell that some row was met. */
import { expect, it } from 'vitest'
import { LIMITS } from '#data/limits.ts'
import { patternSize } from '#data/pattern.ts'
import { endsInEscape, type Grammar, patternFault } from '#data/pattern-grammar.ts'
import { emptyDatabase } from '#test/database.ts'

const { owner } = await emptyDatabase()

const PIECES = [
  ...[
    'a',
    'B',
    '0',
    ' ',
    'é',
    '😀',
    ',',
    '-',
    '^',
    '$',
    '.',
    '|',
    '(',
    ')',
    '(?:',
    '(?=',
    '(?!',
    '(?<=',
    '(?<!',
  ],
  ...[
    '[',
    ']',
    '[^',
    '[a-z]',
    '[[:alpha:]]',
    '[:digit:]',
    '[]a]',
    '[a-]',
    '[\\d]',
    '*',
    '+',
    '?',
    '*?',
    '{2}',
    '{',
  ],
  ...[
    '}',
    '{1,3}',
    '{2,}',
    '{3,2}',
    '{300}',
    '\\d',
    '\\W',
    '\\m',
    '\\Z',
    '\\n',
    '\\.',
    '\\\\',
    '\\',
    '\\1',
    '\\x',
    '%',
  ],
  ...[
    '_',
    '(?i)',
    '***=',
    '(?#x)',
    '"',
    '\\"',
    '=',
    '!',
    '<',
    ':',
    '#',
    '[[=a=]]',
    '[[.a.]]',
    '\\y',
    '()',
    '(|a)',
  ],
]

/** The same patterns each time. */
function* patterns(count: number): Generator<string> {
  let state = 42
  const draw = (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * most)
  }
  for (let n = 0; n < count; n += 1)
    yield Array.from({ length: 1 + draw(5) }, () => PIECES[draw(PIECES.length)] ?? '').join('')
}

const refusedBy = (operator: string) => `do $do$
  declare p text;
  begin
    for p in select pattern from asked loop
      begin
        perform 'aB0 text' ${operator} p;
      exception when others then insert into refused values (p, sqlerrm);
      end;
    end loop;
  end $do$`

it.each<[Grammar, string]>([
  ['regex', '~'],
  ['regex', '~*'],
  ['similar', 'similar to'],
])('patterns: PostgreSQL takes what the grammar %s takes, with %s', async (grammar, operator) => {
  const taken = [...new Set(patterns(40_000))].filter(
    (one) => !endsInEscape(one) && patternSize(one) <= LIMITS.pattern && patternFault(one, grammar) === null,
  )
  expect(taken.length).toBeGreaterThan(400)
  const client = await owner.connect()
  try {
    await client.query(
      'create temporary table asked (pattern text); create temporary table refused (pattern text, why text)',
    )
    await client.query('insert into asked select unnest($1::text[])', [taken])
    await client.query(refusedBy(operator))
    const { rows } = await client.query('select * from refused limit 10')
    expect(rows).toEqual([])
  } finally {
    await client.query('drop table asked, refused')
    client.release()
  }
})

it.each([
  ['(a?){31}', true],
  ['^INV[0-9]{4,6}$', true],
  ['(north|south) (east|west)', true],
  ['(?i)rail', true],
  ['a++', false],
  ['*a', false],
  ['(a', false],
  ['a)', false],
  ['[z-a]', false],
  ['\\x41', false],
])('patterns: %s is taken: %s', (pattern, isTaken) => {
  expect(patternFault(pattern, 'regex') === null).toBe(isTaken)
})

it('patterns: those that PostgreSQL compiles for minutes are too large', () => {
  for (const slow of ['((a?){31}){31}', '((a*){20}){20}', '(x*y*z*){60}', '((a|b?){20}c*){20}'])
    expect(patternSize(slow)).toBeGreaterThan(LIMITS.pattern)
})
