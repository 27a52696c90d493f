import { describe, expect, test } from 'vitest'
import { allFiles, codeOf, type Finding, findings, type SourceFile } from './source.ts'

/** Forms that are neither VerbForm nor VerbModal: docs/decisions/0032-one-form.md gives the reason of each. */
const own_forms = [
  'src/web/app/front/JoinPage.tsx',
  'src/web/app/ShortcutSheet.tsx',
  'src/web/app/front/SignInPage.tsx',
  'src/web/list/tools/FilterSheet.tsx',
  'src/web/ui/ConfirmAction.tsx',
]

const input =
  /<(TextInput|MoneyInput|NumberInput|TextArea|Select|Checkbox|Radios|DayPicker|Combobox|input|textarea|select)\b/

/** One form fills every page and dialog: VerbForm or VerbModal, fed by a field list. */
function formByHand({ path, text }: SourceFile): Finding[] {
  if (!path.startsWith('src/') || !path.endsWith('.tsx') || path.startsWith('src/web/form/')) return []
  if (own_forms.includes(path)) return []
  const code = codeOf(text)
  const dialogs = code.match(/<(Modal|ConfirmAction)\b[\s\S]*?<\/\1>/g) ?? []
  return [
    ...(/<form\b/.test(code) ? [`${path} has a form by hand: feed fields to VerbForm`] : []),
    ...(dialogs.some((dialog) => input.test(dialog))
      ? [`${path} has a dialog with inputs: feed fields to VerbModal`]
      : []),
  ]
}

const files = allFiles()

describe('forms', () => {
  test('every form is a VerbForm or a VerbModal', () => {
    expect(findings(formByHand, files)).toEqual([])
  })
  test('the exceptions exist and stand in the decision record', () => {
    const record = files.find(({ path }) => path === 'docs/decisions/0032-one-form.md')?.text ?? ''
    for (const path of own_forms) {
      expect(files.map((file) => file.path)).toContain(path)
      expect(record).toContain(path.split('/').at(-1))
    }
  })
})

describe('the guard of forms bites, and only there', () => {
  const path = 'src/business/a/b.form.tsx'
  test.each([
    ['<form onSubmit={send}>', 1],
    ['<Modal open title="A">\n<TextArea label="Reason" />\n</Modal>', 1],
    ['<Modal open title="A"><p>Sure?</p></Modal>', 0],
    ['<TextInput label="Search" /><Modal open></Modal>', 0],
    ['<VerbModal fields={[]} />', 0],
    ['// <form>', 0],
  ])('%s: %i', (text, faults) => {
    expect(formByHand({ path, text })).toHaveLength(faults)
  })
  test('the form itself may', () => {
    expect(formByHand({ path: 'src/web/form/VerbForm.tsx', text: '<form>' })).toEqual([])
  })
})
