import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright-core'
import { describe } from 'vitest'
import { BROWSER } from '../../server/test/harness.ts'

const WHOLE = '/usr/bin/chromium'
const SHELL = '/usr/bin/chromium-headless-shell'

/** The browser without its own windows and menus, where it is installed: it starts and draws in half the time. */
export const executablePath = process.env.CHROMIUM_PATH ?? (existsSync(SHELL) ? SHELL : WHOLE)

/**
 * A `describe` of browser tests. Where there is no Chromium they are skipped, and its name says why; with
 * TEST_REQUIRE_ALL=1 they fail.
 */
export function describeInChromium(name: string, tests: () => void) {
  if (existsSync(executablePath) || process.env.TEST_REQUIRE_ALL === '1') describe(name, tests)
  else
    describe.skip(
      `${name} (SKIPPED: no Chromium at ${executablePath}; install it or set CHROMIUM_PATH)`,
      tests,
    )
}

/** Names that only this browser knows; all of them are this machine. */
const NAMES = ['shop.test', '*.shop.test', 'track.test', '*.github.io']

const launchOptions: LaunchOptions = {
  executablePath,
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--host-resolver-rules=${NAMES.map((name) => `MAP ${name} 127.0.0.1`).join(',')}`,
  ],
}

export function launchChromium(): Promise<Browser> {
  return chromium.launch(launchOptions)
}

/** A browser with a profile of its own in `folder`, as its settings there say: only the whole one reads them. */
export function launchProfile(folder: string): Promise<BrowserContext> {
  const options = { ...launchOptions, executablePath: process.env.CHROMIUM_PATH ?? WHOLE, userAgent: BROWSER }
  return chromium.launchPersistentContext(folder, options)
}

/** A visitor who has never been here, and is no bot by name. */
export function newVisitor(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ userAgent: BROWSER })
}
