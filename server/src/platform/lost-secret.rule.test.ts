import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { secretMissing, secretUnusable } from './lost-secret.rule.ts'

it.each(['plain', 'a space', "an'apostrophe", 'a "quote" $HOME `id`'])(
  'the command that is told makes a secret for its owner alone, in a folder of %j that may be missing',
  (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'affiliate-secret-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const path = join(folder, name, 'secret')
    for (const words of [secretMissing('The database', path), secretUnusable(path, 'is no file')]) {
      const command = /\(`(.*)`\); then everybody signs in again/.exec(words)?.[1] ?? ''
      execFileSync('sh', ['-c', command.replace('openssl rand -base64 32', 'echo made')])
      expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['made\n', 0o600])
      rmSync(join(folder, name), { recursive: true })
    }
  },
)
