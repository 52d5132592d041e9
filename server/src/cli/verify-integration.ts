import { type Command, InvalidArgumentError } from 'commander'
import { formatCheck, summarize } from '../tracking/verification/format-check.rule.ts'
import { verificationLimits } from '../tracking/verification/limits.ts'
import {
  isUnencrypted,
  KEY_VARIABLE,
  parseAddress,
  parseServiceUrl,
  readManagementKey,
  stopOnSignals,
} from './remote-service.ts'
import { addCommand, FAILED, parseProgramId, type Terminal } from './terminal.ts'

interface VerifyArguments {
  service: string
  program: number
  url: string
  signup?: string
  checkout?: string
  refund?: string
  accept?: string
  headed?: boolean
  timeout: number
}

const HELP = `
Opens the site in Chromium, Chrome or Edge with a test link, accepts cookies, signs up, buys and, with --refund,
refunds. Prints each step, and stops at the first one that fails, with its cause and the line to add. The site's server
must use the program's test API key; nothing is counted. Without --signup or --checkout, clicks links and buttons such
as "Sign up" and "Buy", and skips the step if there are none.

The management key (aff_mgmt_…, permissions program:update and tracking:read) is read from ${KEY_VARIABLE} or prompted for.
CHROMIUM_PATH selects the browser. Exit codes: 0 if no step failed, 1 if one failed or the service can't be used, 2 for
invalid options, 130 after Ctrl-C.

Example:
  ${KEY_VARIABLE}=aff_mgmt_… affiliate verify-integration --service https://track.example.com --program 1 --url https://shop.example`

/** Adds `affiliate verify-integration` (docs/integration.md, *Verify in a browser*). */
export function addVerifyIntegration(program: Command, { environment, isJson, print, fail }: Terminal): void {
  const { verifyTimeoutSeconds } = verificationLimits
  addCommand(
    program,
    'verify-integration',
    'Check a site’s integration in a real browser, without counting anything.',
  )
    .requiredOption('--service <address>', 'Service URL', parseServiceUrl)
    .requiredOption('--program <id>', 'Program to verify', parseProgramId)
    .requiredOption('--url <address>', 'Landing page of the site', (text) => parseAddress(text).href)
    .option('--signup <path>', 'Signup page')
    .option('--checkout <path>', 'Checkout')
    .option('--refund <path>', 'Page that refunds the order')
    .option('--accept <selector>', 'CSS selector of the button that accepts cookies')
    .option('--headed', 'Show the browser')
    .option('--timeout <seconds>', 'Limit for each page and each event', parseTimeout, verifyTimeoutSeconds)
    .addHelpText('after', HELP)
    .action(async (options: VerifyArguments) => {
      const { service, program: programId, url: site, headed, timeout } = options
      const [signup, checkout, refund] = [options.signup, options.checkout, options.refund].map((path) =>
        path === undefined ? undefined : parsePath(path, site),
      )
      const key = await readManagementKey(environment)
      if (isUnencrypted(service))
        process.stderr.write(`${service} is not encrypted, so the key could be intercepted.\n`)
      const { stop, forget } = stopOnSignals()
      const [{ verifyIntegration }, { systemIds }] = await Promise.all([
        import('../tracking/verification/verify-integration.flow.ts'),
        import('../core/deps.ts'),
      ])
      try {
        const checks = await verifyIntegration({
          target: {
            service,
            programId,
            site,
            signup,
            checkout,
            refund,
            accept: options.accept,
            isHeaded: headed ?? false,
            timeoutMs: timeout * 1_000,
          },
          key,
          environment,
          onCheck: (check) => isJson || print(check, formatCheck(check)),
          newId: () => systemIds.bytes(4).toString('hex'),
          stop,
        })
        const hasFailed = checks.some(({ status }) => status === 'failed')
        print({ program: programId, site, passed: !hasFailed, checks }, summarize(checks))
        if (hasFailed) fail(FAILED)
      } catch (error) {
        throw stop.aborted ? stop.reason : error
      } finally {
        forget()
      }
    })
}

function parseTimeout(text: string): number {
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : 0
  const { verifyMaxTimeoutSeconds: max } = verificationLimits
  if (seconds >= 1 && seconds <= max) return seconds
  throw new InvalidArgumentError(`Must be a number of seconds from 1 to ${max}.`)
}

/** A path on the site, or a URL, because checkouts may have their own domain. */
function parsePath(text: string, site: string): string {
  if (URL.canParse(text, site)) return parseAddress(new URL(text, site).href).href
  throw new InvalidArgumentError('Must be a path or URL.')
}
