import { writeSync } from 'node:fs'
import { limits } from '../config/limits.ts'

/** What writes bytes and says how many of them it wrote, as `fs.writeSync` of the standard output. */
export type WriteBytes = (bytes: Buffer) => number

/** Where the lines of the log go. */
export interface LogOutput {
  write(line: string): void
}

/**
 * Writes each line at once, and goes on without it where that fails: a full disk, or a reader that has gone, must neither
 * stop the service nor keep it from ending. How many lines are missing is said as soon as one can be written again.
 * (The logger's own output waits in its exit for a disk that is full, without an end.)
 */
export function openLogOutput(
  writeBytes: WriteBytes = (bytes) => writeSync(process.stdout.fd, bytes),
): LogOutput {
  let missing = 0
  let why = ''
  /** Whether the last byte written ended no line. */
  let isBroken = false

  /** @returns whether all of it was written */
  function put(text: string): boolean {
    let left = Buffer.from(isBroken ? `\n${text}` : text)
    let patience = missing === 0 ? limits.logWriteTries : 1
    while (left.length > 0) {
      try {
        const written = writeBytes(left)
        if (written === 0) return false
        isBroken = true
        left = left.subarray(written)
      } catch (error) {
        why = error instanceof Error && 'code' in error ? String(error.code) : 'no reason given'
        patience--
        if (why !== 'EAGAIN' || patience <= 0) return false
        // A pipe that is full: whoever reads it gets a moment.
        Atomics.wait(PAUSE, 0, 0, limits.logWritePauseMs)
      }
    }
    isBroken = false
    return true
  }

  return {
    write(line) {
      if (missing > 0 && put(`${missingLine(missing, why)}\n`)) missing = 0
      if (missing > 0 || !put(line)) missing++
    },
  }
}

const PAUSE = new Int32Array(new SharedArrayBuffer(4))

/** As the logger writes its own. */
function missingLine(lines: number, why: string): string {
  const msg = `${lines} ${lines === 1 ? 'line' : 'lines'} of this log could not be written (${why})`
  return JSON.stringify({ level: 40, time: Date.now(), pid: process.pid, lines, msg })
}
