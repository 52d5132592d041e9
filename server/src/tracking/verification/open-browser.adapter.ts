import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { withTimeout } from '../../core/async/timeout.ts'
import { StartError } from '../../core/errors/start-error.ts'
import { verificationLimits } from './limits.ts'
import { quote } from './quote.rule.ts'

export interface OpenBrowser {
  context: BrowserContext
  close(): Promise<void>
}

/**
 * Starts an installed Chromium, Chrome or Edge with an empty temporary profile, which is removed on close.
 * @throws {StartError} if no browser is installed or it doesn't start
 */
export async function openBrowser(
  environment: NodeJS.ProcessEnv,
  { isHeaded, stop }: { isHeaded: boolean; stop: AbortSignal },
): Promise<OpenBrowser> {
  const { chromium } = await import('playwright-core')
  const executablePath = findBrowser(environment)
  const options = {
    headless: !isHeaded,
    // Chromium refuses to start as root with its sandbox.
    chromiumSandbox: process.getuid?.() !== 0,
    // The command closes the browser itself.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: ['--disable-background-networking', '--disable-component-update', '--no-first-run'],
  }
  const browser = await chromium
    .launch(executablePath === undefined ? { ...options, channel: 'chrome' } : { ...options, executablePath })
    .catch((error: unknown) => {
      throw startFailure(executablePath, error)
    })
  const close = () => closeBrowser(browser)
  stop.addEventListener('abort', () => void close(), { once: true })
  try {
    stop.throwIfAborted()
    return { context: await newVisitor(browser), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Headless browsers identify themselves in the user agent, so sites and the service would treat them as bots. */
async function newVisitor(browser: Browser): Promise<BrowserContext> {
  const probe = await browser.newContext()
  const page = await probe.newPage()
  const userAgent = String(await page.evaluate('navigator.userAgent')).replace('Headless', '')
  await probe.close()
  return browser.newContext({ userAgent, locale: 'en-US', acceptDownloads: false })
}

async function closeBrowser(browser: Browser): Promise<void> {
  // A browser that doesn't close is killed when the process exits.
  await withTimeout(verificationLimits.verifyCloseMs, () => browser.close()).catch(() => {})
}

function startFailure(path: string | undefined, error: unknown): StartError {
  const message = error instanceof Error ? error.message : String(error)
  if (path !== undefined && /no usable sandbox/i.test(message))
    return new StartError(
      `${path}’s sandbox doesn’t start. Allow unprivileged user namespaces, or run the command as root in a container.`,
    )
  const [reason = ''] = message.split('\n')
  if (path !== undefined) return new StartError(`${path} doesn’t start: ${quote(reason)}`)
  return new StartError(
    'No browser found. Install Chromium, Google Chrome or Microsoft Edge, or set CHROMIUM_PATH to its executable.',
  )
}

/** Returns `CHROMIUM_PATH` or the first browser found at a common path. */
function findBrowser(environment: NodeJS.ProcessEnv): string | undefined {
  const path = environment.CHROMIUM_PATH?.trim()
  if (path === undefined || path === '') return usualPaths(environment).find((one) => existsSync(one))
  if (existsSync(path)) return path
  throw new StartError(`CHROMIUM_PATH: ${quote(path)} does not exist.`)
}

function usualPaths(environment: NodeJS.ProcessEnv): string[] {
  switch (process.platform) {
    case 'darwin':
      return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
        (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
      )
    case 'win32':
      return [environment.PROGRAMFILES, environment['PROGRAMFILES(X86)'], environment.LOCALAPPDATA]
        .filter((folder) => folder !== undefined)
        .flatMap((folder) => [
          join(folder, 'Google/Chrome/Application/chrome.exe'),
          join(folder, 'Chromium/Application/chrome.exe'),
          join(folder, 'Microsoft/Edge/Application/msedge.exe'),
        ])
    default:
      return ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']
        .flatMap((name) => [`/usr/bin/${name}`, `/usr/local/bin/${name}`])
        .concat('/snap/bin/chromium', '/opt/google/chrome/chrome')
  }
}
