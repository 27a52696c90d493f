/** Settings of the address of the metrics. */
import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { LOOPBACK } from './settings-kinds.ts'

export type MetricsAddress = {
  readonly host: string
  readonly port: number
  /** Readers send it as bearer token; null = anybody who reaches the address. */
  readonly token: string | null
  /** Set by the operator, so another program on the port is a fault. */
  readonly isAsked: boolean
}

export const metricsEnvironment = {
  METRICS_ADDRESS: z
    .string()
    .refine((text) => text === 'off' || (URL.canParse(`http://${text}`) && /^[^/@\s]+:\d+$/.test(text)), {
      error: 'is no address; write host:port like 127.0.0.1:9464, or off',
    })
    .optional(),
  METRICS_TOKEN_FILE: z.string().optional(),
}
type Environment = z.infer<z.ZodObject<typeof metricsEnvironment>>

const METRICS_PORT = 9464

/** `host:port`; without a setting the usual port of this machine alone. */
export function metricsAddress(
  { METRICS_ADDRESS, METRICS_TOKEN_FILE }: Environment,
  faults: string[],
): MetricsAddress | null {
  if (METRICS_ADDRESS === 'off') return null
  const { hostname, port } = new URL(`http://${METRICS_ADDRESS ?? `127.0.0.1:${METRICS_PORT}`}`)
  if (METRICS_TOKEN_FILE === undefined && !LOOPBACK.includes(hostname))
    faults.push(
      'METRICS_ADDRESS is reachable from other machines; set METRICS_TOKEN_FILE to a file with a long random text, or listen on 127.0.0.1',
    )
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || METRICS_PORT),
    token: METRICS_TOKEN_FILE === undefined ? null : tokenIn(METRICS_TOKEN_FILE, faults),
    isAsked: METRICS_ADDRESS !== undefined,
  }
}

const TOKEN_LENGTH_MIN = 16

function tokenIn(file: string, faults: string[]): string {
  const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (text.length < TOKEN_LENGTH_MIN)
    faults.push(`METRICS_TOKEN_FILE names no file with at least ${TOKEN_LENGTH_MIN} characters; write one`)
  return text
}
