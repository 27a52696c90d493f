import { accessSync, constants, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
/** Room for the databases of one run several times over; a container often has 64 MB there. */
const NEEDED_BYTES = 4 * 1024 ** 3

/** A folder for test databases: in memory where there is room, since each test file creates and drops a database. */
export function databaseFolder(): string {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return Math.min(bavail * bsize, freemem()) < NEEDED_BYTES ? tmpdir() : MEMORY
  } catch {
    return tmpdir()
  }
}
