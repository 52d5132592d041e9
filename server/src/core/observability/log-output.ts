import { writeSync } from 'node:fs'
import { limits } from '../config/limits.ts'

/** Writes bytes and returns how many, like `fs.writeSync` of the standard output. */
export type WriteBytes = (bytes: Buffer) => number

/** The destination of log lines. */
export interface LogOutput {
  write(line: string): void
}

/**
 * Writes each line synchronously and drops it on failure: a full disk or a closed pipe must neither stop the service
 * nor block its exit, as the logger's own output would. The number of dropped lines is logged as soon as possible.
 */
export function openLogOutput(
  writeBytes: WriteBytes = (bytes) => writeSync(process.stdout.fd, bytes),
): LogOutput {
  let missingLines = 0
  let reason = ''
  /** Whether the last write ended within a line. */
  let isBroken = false

  /**
   * Writes text.
   * @returns whether all of it was written
   */
  function put(text: string): boolean {
    let remaining = Buffer.from(isBroken ? `\n${text}` : text)
    let attemptsLeft = missingLines === 0 ? limits.logWriteTries : 1
    while (remaining.length > 0) {
      try {
        const bytesWritten = writeBytes(remaining)
        if (bytesWritten === 0) return false
        isBroken = true
        remaining = remaining.subarray(bytesWritten)
      } catch (error) {
        reason = error instanceof Error && 'code' in error ? String(error.code) : 'no reason given'
        attemptsLeft--
        if (reason !== 'EAGAIN' || attemptsLeft <= 0) return false
        // The pipe is full. This gives its reader some time.
        Atomics.wait(PAUSE, 0, 0, limits.logWritePauseMs)
      }
    }
    isBroken = false
    return true
  }

  return {
    write(line) {
      if (missingLines > 0 && put(`${missingLine(missingLines, reason)}\n`)) missingLines = 0
      if (missingLines > 0 || !put(line)) missingLines++
    },
  }
}

const PAUSE = new Int32Array(new SharedArrayBuffer(4))

/** Returns a line in the logger's format that reports missing lines. */
function missingLine(lines: number, reason: string): string {
  const msg = `${lines} log ${lines === 1 ? 'line' : 'lines'} could not be written (${reason})`
  return JSON.stringify({ level: 40, time: Date.now(), pid: process.pid, lines, msg })
}
