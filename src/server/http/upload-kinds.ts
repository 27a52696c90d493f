/**
 * The allowed upload kinds (spec §2, Upload control), detected by content, not by name. Libraries that look at first
 * bytes know neither mails nor Outlook archives nor macros, so each kind has its own check.
 */
import { isDangerousZip, readZipEntries } from './upload-zip.ts'

interface UploadKind {
  readonly content_type: string
  /** Is the content of this kind, and harmless to its reader? */
  readonly isOne: (bytes: Buffer) => boolean
}

/** More points than any camera makes, fewer than fill a reader's memory. */
const PIXELS_MAX = 100_000_000

const starts = (bytes: Buffer, hex: string, at = 0): boolean =>
  bytes.subarray(at, at + hex.length / 2).toString('hex') === hex

function isPng(bytes: Buffer): boolean {
  if (!starts(bytes, '89504e470d0a1a0a') || bytes.length < 45 || !starts(bytes, '49484452', 12)) return false
  const pixels = bytes.readUInt32BE(16) * bytes.readUInt32BE(20)
  // The last part ends the file: nothing is glued on.
  return pixels > 0 && pixels <= PIXELS_MAX && starts(bytes, '0000000049454e44ae426082', bytes.length - 12)
}

/** Walks the parts up to the one with the size of the picture. */
function isJpeg(bytes: Buffer): boolean {
  if (!starts(bytes, 'ffd8ff')) return false
  for (let at = 2; at + 9 < bytes.length; ) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff || marker === 0xd9 || marker === 0xda) return false
    const isSize = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isSize) {
      const pixels = bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7)
      return pixels > 0 && pixels <= PIXELS_MAX && bytes.includes(Buffer.from('ffd9', 'hex'), at)
    }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return false
}

const TAIL = 2048
const isPdf = (bytes: Buffer): boolean =>
  starts(bytes, Buffer.from('%PDF-').toString('hex')) &&
  bytes.subarray(Math.max(0, bytes.length - TAIL)).includes('%%EOF')

function zipNames(bytes: Buffer): readonly string[] | null {
  if (!starts(bytes, '504b0304')) return null
  const entries = readZipEntries(bytes)
  return entries === null || isDangerousZip(entries) ? null : entries.map(({ name }) => name)
}

function isDocx(bytes: Buffer): boolean {
  const names = zipNames(bytes) ?? []
  return (
    names.includes('[Content_Types].xml') &&
    names.includes('word/document.xml') &&
    !names.some((name) => /vbaProject\.bin|vbaData\.xml|activeX/i.test(name))
  )
}

/** Outlook for Mac keeps its mails as XML in a zip file. */
const isOlm = (bytes: Buffer): boolean =>
  zipNames(bytes)?.some((name) => /com\.microsoft\.__|^Categories\.xml$/.test(name)) ?? false

const wide = (text: string) => Buffer.from(text, 'utf16le')
const isContainer = (bytes: Buffer) => starts(bytes, 'd0cf11e0a1b11ae1')

const isDoc = (bytes: Buffer): boolean =>
  isContainer(bytes) &&
  bytes.includes(wide('WordDocument')) &&
  !['_VBA_PROJECT', 'Macros'].some((name) => bytes.includes(wide(name)))

const isMsg = (bytes: Buffer): boolean =>
  isContainer(bytes) && bytes.includes(wide('__properties_version1.0'))

const HEAD = 32_768
const mail_header =
  /^(From|Received|Return-Path|MIME-Version|Message-ID|Date|Subject|Delivered-To|X-[\w-]+):/im

/** Header lines up to the first empty one, as every mail begins. */
function isEml(bytes: Buffer): boolean {
  const head = bytes.subarray(0, HEAD).toString('latin1')
  const [headers = ''] = head.split(/\r?\n\r?\n/, 1)
  const lines = headers.split(/\r?\n/)
  return (
    !head.includes('\0') &&
    lines.length > 1 &&
    lines.every((line) => /^([!-9;-~]+:|[ \t])/.test(line)) &&
    mail_header.test(headers)
  )
}

/** Apple's format: the number of bytes, the mail, and the program's own data. */
function isEmlx(bytes: Buffer): boolean {
  const length = /^\s*(\d{1,10})\s*\r?\n/.exec(bytes.subarray(0, 32).toString('latin1'))
  if (!length) return false
  const from = length[0].length
  return Number(length[1]) <= bytes.length - from && isEml(bytes.subarray(from, from + Number(length[1])))
}

const jpeg = { content_type: 'image/jpeg', isOne: isJpeg }
const outlook = { content_type: 'application/vnd.ms-outlook', isOne: isMsg }

/** By ending. `msgw` as the specification writes it, and `msg` as Outlook does (experience.md, tension 16). */
export const upload_kinds: Readonly<Record<string, UploadKind>> = {
  png: { content_type: 'image/png', isOne: isPng },
  jpg: jpeg,
  jpeg,
  pdf: { content_type: 'application/pdf', isOne: isPdf },
  docx: {
    content_type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    isOne: isDocx,
  },
  doc: { content_type: 'application/msword', isOne: isDoc },
  eml: { content_type: 'message/rfc822', isOne: isEml },
  emlx: { content_type: 'message/x-emlx', isOne: isEmlx },
  olm: { content_type: 'application/x-olm', isOne: isOlm },
  msgw: outlook,
  msg: outlook,
}

export const upload_bytes_max = 20 * 1024 * 1024
export const bulk_bytes_max = 50 * 1024 * 1024

const mebibytes = (bytes: number) => `${bytes / 1024 / 1024} MB`
export const uploadText = {
  kinds: 'Please choose a png, jpg, jpeg, pdf, docx, doc, eml, emlx, olm or msgw file',
  bulk: 'Please choose a csv file',
  empty: 'The file is empty',
  too_large: (max: number) => `The file is larger than ${mebibytes(max)}`,
  infected: 'This file holds a virus, so it was not stored',
  not_scanned: 'The file could not be checked for viruses, so it was not stored. Please try again shortly.',
  same_ending: (ending: string) => `Please enter a name that ends in .${ending}`,
  other: (ending: string) => `This is not a ${ending} file, or it holds macros or something harmful`,
} as const

export const endingOf = (file_name: string): string =>
  /\.([A-Za-z0-9]{1,5})$/.exec(file_name)?.[1]?.toLowerCase() ?? ''

/** The kind of a file, or the message of its fault. */
export function kindOf(file_name: string, bytes: Buffer): UploadKind | { readonly message: string } {
  const ending = endingOf(file_name)
  const kind = Object.hasOwn(upload_kinds, ending) ? upload_kinds[ending] : undefined
  if (!kind) return { message: uploadText.kinds }
  if (bytes.length === 0) return { message: uploadText.empty }
  return kind.isOne(bytes) ? kind : { message: uploadText.other(ending) }
}

/** Would a reader take a file of this name for one of this kind? */
export function isNamedAs(file_name: string, content_type: string): boolean {
  const ending = endingOf(file_name)
  return Object.hasOwn(upload_kinds, ending) && upload_kinds[ending]?.content_type === content_type
}

const NAME_MAX = 120
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/**
 * A safe file name: the part behind the last slash, without control characters, direction marks, and characters that
 * some file systems forbid.
 */
export function safeFileName(given: string): string {
  const last = given.normalize('NFC').split(/[\\/]/).at(-1) ?? ''
  const plain = last
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu, '')
    .replace(/[<>:"|?*%]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  const ending = endingOf(plain)
  const stem = ending === '' ? plain : plain.slice(0, -ending.length - 1).replace(/[. ]+$/, '')
  const short = [...(stem === '' ? 'file' : stem)].slice(0, NAME_MAX - ending.length - 1).join('')
  const name = ending === '' ? short : `${short}.${ending}`
  return reserved.test(name) ? `_${name}` : name
}
