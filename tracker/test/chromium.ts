import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright-core'
import { describe } from 'vitest'
import { BROWSER } from '../../server/test/harness.ts'

const WHOLE = '/usr/bin/chromium'
const SHELL = '/usr/bin/chromium-headless-shell'

/** The headless shell, if installed, starts and renders in half the time. */
export const executablePath = process.env.CHROMIUM_PATH ?? (existsSync(SHELL) ? SHELL : WHOLE)

/**
 * Defines a `describe` of browser tests. Without Chromium they are skipped, with a note in the name, or fail if
 * TEST_REQUIRE_ALL=1.
 */
export function describeInChromium(name: string, tests: () => void) {
  if (existsSync(executablePath) || process.env.TEST_REQUIRE_ALL === '1') describe(name, tests)
  else
    describe.skip(
      `${name} (SKIPPED: no Chromium at ${executablePath}; install it or set CHROMIUM_PATH)`,
      tests,
    )
}

/** Hostnames that only this browser resolves, to this machine. */
const NAMES = [
  'shop.test',
  '*.shop.test',
  '*.store.test',
  '*.evil.test',
  'mystore.test',
  'track.test',
  '*.github.io',
]

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

/** Launches the full browser with a profile in `folder`, because the headless shell ignores profile settings. */
export function launchProfile(folder: string): Promise<BrowserContext> {
  const options = { ...launchOptions, executablePath: process.env.CHROMIUM_PATH ?? WHOLE, userAgent: BROWSER }
  return chromium.launchPersistentContext(folder, options)
}

/** Opens a visitor with a fresh profile and a user agent that isn't a bot's. */
export function newVisitor(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ userAgent: BROWSER })
}
