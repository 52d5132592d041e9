import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { runCommand } from '../../command.ts'
import { newFolder } from '../../new-folder.ts'
import { openEmptyLocation } from '../backup/shop.ts'

const SUBJECT_ARGS = ['--program', '1', '--customer-key', 'a']

/** Every command that needs an existing database. */
const COMMANDS = [
  ['stats', 'verify'],
  ['stats', 'rebuild'],
  ['retention', 'run', '--dry-run'],
  ['retention', 'run'],
  ['retention', 'status'],
  ['retention', 'verify'],
  ['retention', 'read', '--program', '1', '--month', '2026-01'],
  ['explain', '--program', '1', '--click', 'x'],
  ['reconcile', '--program', '1'],
  ['data-subject', 'export', ...SUBJECT_ARGS],
  ['data-subject', 'erase', ...SUBJECT_ARGS, '--yes'],
  ['simulate'],
  ['reset-password', '--email', 'a@b.test'],
]

test.each(COMMANDS.map((args) => ({ args, name: args.slice(0, 3).join(' ') })))(
  'affiliate $name rejects a missing database by location and creates nothing',
  async ({ args }) => {
    // With a misspelled DATABASE_URL, the data folder is used, which doesn't exist.
    const DATA_DIR = join(newFolder(), 'data')
    const nowhere = await runCommand(args, { DATA_DIR, NODE_ENV: 'test' })
    expect(nowhere).toEqual({
      code: 1,
      stdout: '',
      stderr: `There is no database in the data folder ${DATA_DIR}. Set DATA_DIR or DATABASE_URL to the value that the service uses.\n`,
    })
    expect(existsSync(DATA_DIR)).toBe(false)
    mkdirSync(DATA_DIR)
    expect((await runCommand(args, { DATA_DIR, NODE_ENV: 'test' })).stderr).toBe(nowhere.stderr)
    expect(readdirSync(DATA_DIR)).toEqual([])
  },
)

// PGlite would create a new database on top of the old one's remains.
test.each(
  [
    ['stats', 'verify'],
    ['doctor'],
    ['backup', '--to', join(newFolder(), 'backup')],
    ['upgrade', '--check'],
    ['retention', 'status'],
    ['migrate'],
    ['demo'],
    ['serve'],
  ].map((args) => ({ args, name: args.slice(0, 2).join(' ') })),
)('affiliate $name doesn’t change a folder that has lost its database or never had one', async ({ args }) => {
  const DATA_DIR = newFolder()
  const folder = join(DATA_DIR, 'database')
  mkdirSync(join(folder, 'base'), { recursive: true })
  for (const files of [[], ['base/16384', 'readme.txt']]) {
    for (const file of files) writeFileSync(join(folder, file), 'what is left')
    const before = readdirSync(folder, { recursive: true }).sort()
    const environment = { DATA_DIR, NODE_ENV: 'test', PORT: '0', APP_SECRET: 'of-the-service-'.repeat(3) }
    const { code, stdout, stderr } = await runCommand(args, environment)
    expect([code, `${stdout}${stderr}`]).toEqual([
      1,
      expect.stringContaining(`The folder ${folder} exists but contains no database`),
    ])
    expect(`${stdout}${stderr}`).not.toContain('    at ')
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(before)
    for (const file of files) expect(readFileSync(join(folder, file), 'utf8')).toBe('what is left')
  }
})

if (inject('database').kind !== 'embedded')
  test('affiliate $name rejects a database without tables', async () => {
    const place = await openEmptyLocation()
    const { pathname, host } = new URL(place.DATABASE_URL ?? '')
    for (const args of [
      ['stats', 'verify'],
      ['retention', 'run', '--dry-run'],
      ['explain', '--program', '1', '--click', 'x'],
      ['reconcile', '--program', '1'],
    ]) {
      const empty = await runCommand(args, { ...place, NODE_ENV: 'test' })
      expect([args, empty]).toEqual([
        args,
        {
          code: 1,
          stdout: '',
          stderr: `The database ${host}${pathname} has none of the service's tables. Set DATABASE_URL to the value that the service uses.\n`,
        },
      ])
    }
    expect(readdirSync(place.DATA_DIR)).toEqual([])
    expect((await runCommand(['migrate'], place)).code).toBe(0)
    expect((await runCommand(['stats', 'verify'], place)).code).toBe(0)
  })
