import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const read = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../../../${path}`, import.meta.url)), 'utf8')
const unit = read('deploy/systemd/affiliate.service')
const install = read('docs/install.md')
const backup = read('docs/backup.md')

/** Returns the first value of a setting in a systemd unit. */
const settingIn = (text: string, name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1] ?? ''

test('the backup unit has the same user, settings, data folder and program as the service unit', () => {
  const written = read('deploy/systemd/affiliate-backup.service')
  for (const name of ['User', 'Group', 'EnvironmentFile', 'WorkingDirectory']) {
    expect([name, settingIn(written, name)]).toEqual([name, settingIn(unit, name)])
  }
  const [program] = settingIn(unit, 'ExecStart').split(' serve')
  expect(settingIn(written, 'ExecStart')).toBe(`${program} backup --to \${BACKUP_TO} --keep 14`)
  expect(read('deploy/systemd/backup.env.example')).toMatch(/^BACKUP_TO=\S+$/m)
  expect(settingIn(read('deploy/systemd/affiliate-backup.timer'), 'OnCalendar')).toBe('*-*-* 03:15')
  // HOST only matters to a server.
  const settings = settingIn(unit, 'Environment').replace(/ ?HOST=\S+/, '')
  expect(settingIn(written, 'Environment')).toBe(settings)
  const cron = /^15 3 \* \* \* .*$/m.exec(backup)?.[0] ?? ''
  for (const part of [
    settingIn(unit, 'EnvironmentFile'),
    settings,
    `-u ${settingIn(unit, 'User')} `,
    settingIn(unit, 'WorkingDirectory'),
  ]) {
    expect(cron).toContain(part)
  }
  expect(install).toContain(
    `install -D --mode=600 deploy/systemd/affiliate.env.example ${settingIn(unit, 'EnvironmentFile')}`,
  )
  for (const text of [cron, install]) expect(text).toContain('/opt/affiliate/node_modules/.bin/affiliate')
})
