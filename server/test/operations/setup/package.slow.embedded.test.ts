import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { assemblePackage } from '../../../scripts/assemble-package.ts'
import { makeDatabaseAhead, startCommand } from '../../command.ts'
import { newFolder } from '../../new-folder.ts'

const MODULES = fileURLToPath(new URL('../../../../node_modules/', import.meta.url))

test('the published package works on its own: sign-in, click, sale and reads', async () => {
  const folder = newFolder()
  const installed = join(folder, 'node_modules/affiliate-tracking')
  const [dashboard, data] = [join(folder, 'dashboard'), join(folder, 'data')]
  for (const created of [installed, dashboard, data]) mkdirSync(created, { recursive: true })
  writeFileSync(join(dashboard, 'index.html'), '<title>The dashboard</title>')
  await assemblePackage(installed, dashboard)

  const { bin, dependencies, gitHead } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  const readme = readFileSync(join(installed, 'README.md'), 'utf8')
  const links = [...readme.matchAll(/\]\(([^)#]+)/g)].map(([, path = '']) => path)
  expect(links).toContain('docs/install.md')
  for (const path of [
    ...links,
    'deploy/systemd/affiliate.service',
    'deploy/systemd/affiliate-backup.timer',
    'deploy/monitoring/alerts.yml',
  ]) {
    expect([path, existsSync(join(installed, path))]).toEqual([path, true])
  }
  expect(Object.keys(dependencies)).toEqual(['@electric-sql/pglite', 'playwright-core'])
  expect(readFileSync(join(installed, 'THIRD-PARTY-LICENSES.txt'), 'utf8')).toMatch(/^fastify \d/m)
  // Installed without a registry.
  for (const name of Object.keys(dependencies)) {
    mkdirSync(join(folder, 'node_modules/@electric-sql'), { recursive: true })
    symlinkSync(join(MODULES, name), join(folder, 'node_modules', name))
  }

  makeDatabaseAhead(data)
  const command = join(installed, bin['affiliate-tracking'])
  const named = startCommand(['--version'], { DATA_DIR: data }, { command })
  expect(await named.ended).toBe(0)
  // Undefined if the sources have no repository.
  if (gitHead !== undefined) expect(named.output.stdout).toContain(`(commit ${gitHead})`)
  const started = startCommand([], { DATA_DIR: data, PORT: '0' }, { command })
  await expect.poll(() => started.output.stdout, { timeout: 120_000 }).toContain('Ready at')
  const printed = (pattern: RegExp) => pattern.exec(started.output.stdout)?.[1] ?? ''
  const address = printed(/Ready at (\S+)/)
  const call = async (path: string, body?: object, bearer?: string) => {
    const response = await fetch(`${address}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, text: await response.text() }
  }

  const [, email, password] = /sign in\s+(\S+)\s+(\S+)/.exec(started.output.stdout) ?? []
  const { token } = JSON.parse((await call('/api/auth/sign-in/email', { email, password })).text)
  expect(
    (await call('/api/v1/track/click', { affiliate_url: 'https://shop.example/?aff=maya' })).text,
  ).toContain('"success":true')
  const sale = {
    transaction_id: 'first',
    amount_cents: 4900,
    customer_key: printed(/"customer_key":"([^"]+)"/),
  }
  expect((await call('/api/v1/track/sale', sale, printed(/live API key\s+(\S+)/))).text).toContain(
    '"success":true',
  )
  expect((await call('/api/programs', undefined, token)).text).toContain('"name":"Demo program"')
  expect(await call('/')).toMatchObject({ status: 200, text: expect.stringContaining('The dashboard') })
  expect((await call('/js/tracker.js')).status).toBe(200)
  expect((await call('/docs')).status).toBe(200)
})
