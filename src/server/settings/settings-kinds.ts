/** Kinds of settings, each with a fault that shows the way out. */
import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

export const url = (protocols: readonly string[], example: string) =>
  z.string().refine(
    (text) => {
      try {
        return protocols.includes(new URL(text).protocol)
      } catch {
        return false
      }
    },
    { error: `is not such an address; write it like ${example}` },
  )

export const onOff = z.enum(['on', 'off', 'true', 'false', '1', '0', 'yes', 'no'], {
  error: 'is neither on nor off; write on or off',
})
export const isOn = (word: z.infer<typeof onOff>) => ['on', 'true', '1', 'yes'].includes(word)
export const postgresUrl = url(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/database')
export const webUrl = url(['http:', 'https:'], 'https://stint.example.org')
export const wholeNumber = (least: number, most: number, example: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, {
      error: `is not a whole number; write one from ${least} to ${most}, like ${example}`,
    })
    .transform(Number)
    .refine((n) => n >= least && n <= most, {
      error: `must be from ${least} to ${most}; write one like ${example}`,
    })

/** The PEM text of a file. @param what the words of its first line */
export function pemIn(name: string, file: string, what: string, faults: string[]): string {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (!new RegExp(`-----BEGIN ([A-Z ]* )?${what}-----`).test(text))
    faults.push(`${name} names no PEM file with a ${what.toLowerCase()}: ${file}`)
  return text
}

/** Names of this machine. */
export const LOOPBACK: readonly string[] = ['127.0.0.1', '::1', '[::1]', 'localhost']

/** Credentials go there, so it needs https; a server of this machine is for tests. */
export const closedUrl = (example: string) =>
  webUrl
    .refine((text) => text.startsWith('https:') || LOOPBACK.includes(new URL(text).hostname), {
      error: `is not https; write it like ${example}`,
    })
    .refine(
      (text) => {
        const { username, password, search, hash } = new URL(text)
        return `${username}${password}${search}${hash}` === ''
      },
      { error: 'has more than a host and a path; leave the rest out' },
    )
