import { describe, expect, it } from 'vitest'
import { openLogOutput } from './log-output.ts'

/** A file with limited space and injected failures. */
function openFile() {
  let written = ''
  let fault: { code: string; takes: number } | undefined
  const output = openLogOutput((bytes) => {
    if (fault !== undefined && fault.takes === 0)
      throw Object.assign(new Error(fault.code), { code: fault.code })
    const length = fault === undefined ? bytes.length : Math.min(bytes.length, fault.takes)
    if (fault !== undefined) fault.takes -= length
    written += bytes.subarray(0, length).toString()
    return length
  })
  return {
    output,
    fail: (code: string, takes = 0) => {
      fault = { code, takes }
    },
    recover: () => {
      fault = undefined
    },
    lines: () => written.split('\n').slice(0, -1),
  }
}

describe('the log output', () => {
  it.each(['ENOSPC', 'EIO', 'EPIPE', 'EAGAIN'])(
    'continues while writing fails (%s), then logs how many lines are missing',
    (code) => {
      const { output, fail, recover, lines } = openFile()
      output.write('one\n')
      fail(code)
      for (const line of ['two\n', 'three\n']) output.write(line)
      expect(lines()).toEqual(['one'])
      recover()
      output.write('four\n')
      output.write('five\n')
      expect(lines()).toEqual(['one', expect.any(String), 'four', 'five'])
      expect(JSON.parse(lines()[1] ?? '')).toMatchObject({
        level: 40,
        lines: 2,
        msg: `2 log lines could not be written (${code})`,
      })
    },
  )

  it('starts a new line after a partially written one', () => {
    const { output, fail, recover, lines } = openFile()
    fail('ENOSPC', 3)
    output.write('broken\n')
    recover()
    output.write('whole\n')
    expect(lines()).toEqual(['bro', expect.stringContaining('1 log line'), 'whole'])
  })

  it('writes the rest of a partially written line', () => {
    const written: string[] = []
    const output = openLogOutput((bytes) => {
      written.push(bytes.subarray(0, 2).toString())
      return Math.min(2, bytes.length)
    })
    output.write('a pipe\n')
    expect(written.join('')).toBe('a pipe\n')
  })
})
