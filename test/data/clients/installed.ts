/**
 * The clients are installed by `npm run nightly -- clients`, into this folder: they and what they bring are larger than
 * the product. They are imported by name at run time, since their types are not there on every machine.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const modules = fileURLToPath(new URL('node_modules/', import.meta.url))

export const areInstalled = existsSync(`${modules}.package-lock.json`)

/** Nightly the recordings are compared with what the clients send; with STINT_RECORD=1 they are written anew. */
export const isRecording = process.env.STINT_RECORD === '1'
