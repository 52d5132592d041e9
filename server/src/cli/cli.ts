import { Command, CommanderError } from 'commander'
import { redactCredentials } from '../core/config/redact-credentials.rule.ts'
import { readCommit, readVersion } from '../core/config/version.ts'
import { errorCode, isStartError } from '../core/errors/start-error.ts'
import { terminalJson, terminalText } from '../core/text/terminal-text.rule.ts'
import { addBackup, addRestore } from './backup.ts'
import { addDataSubjectCommands } from './data-subject.ts'
import { addDemo } from './demo.ts'
import { addDoctor, addUpgrade } from './doctor.ts'
import { errorText } from './error-text.ts'
import { addExplain } from './explain.ts'
import { addInit, addResetPassword } from './init.ts'
import { addListen } from './listen.ts'
import { addMigrate } from './migrate.ts'
import type { NewSecretOptions } from './new-secret.ts'
import { addReconcile } from './reconcile.ts'
import { addRetentionCommands } from './retention.ts'
import { addSimulate } from './simulate.ts'
import { addStats } from './stats.ts'
import {
  acceptNewSecret,
  addCommand,
  CommandStoppedError,
  FAILED,
  signalExitCode,
  type Terminal,
} from './terminal.ts'
import { addVerifyIntegration } from './verify-integration.ts'

const DONE = 0
const USAGE_ERROR = 2

/**
 * Runs `affiliate <command>` with the same flows as the HTTP service. Results go to stdout and errors to stderr. With
 * `--json`, both are one line of JSON; errors are `{"error": {"message", "code"?}}`.
 * @returns the exit code; a started service keeps the process alive after it
 */
export async function runCommandLine(args: string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const isJson = args.includes('--json')
  let exitCode = DONE
  const fail = (code: number) => {
    exitCode = code
  }
  const print: Terminal['print'] = (value, text) =>
    printLine(isJson ? terminalJson(value) : terminalText(text))
  try {
    await buildProgram({ environment, isJson, fail, print }).parseAsync(args, { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return DONE
      if (error.code !== 'commander.help')
        printError(redactCredentials(error.message.replace(/^error: /, '')), isJson)
      return USAGE_ERROR
    }
    printError(errorText(error), isJson, getErrorFields(error))
    return error instanceof CommandStoppedError ? signalExitCode(error.code) : FAILED
  }
}

/** Reports that a command is waiting for an event that can no longer occur. */
export function reportStall(args: string[]) {
  printError(
    'A bug in `affiliate` stopped the command before it finished. ' +
      'Run it again. If it stops again, report the command and its options.',
    args.includes('--json'),
  )
}

/** Defines the commands. Each loads its code when it runs, so that `--help` loads nothing else. */
function buildProgram(terminal: Terminal): Command {
  const program = new Command('affiliate')
    .description('Affiliate tracking: see which partner referred which customer, and what they earned.')
    .option('-v, --version', 'Print the version and commit.')
    .on('option:version', () => {
      const [version, commit] = [readVersion(), readCommit()]
      terminal.print(
        { version, commit: commit ?? null },
        commit === undefined ? version : `${version} (commit ${commit})`,
      )
      throw new CommanderError(DONE, 'commander.version', version)
    })
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .addHelpText(
      'after',
      '\nSettings are environment variables such as PORT, HOST, DATABASE_URL, DATA_DIR and APP_SECRET (docs/operations.md).',
    )
  addServe(program, terminal)
  addMigrate(program, terminal)
  addInit(program, terminal)
  addDemo(program, terminal)
  addResetPassword(program, terminal)
  addBackup(program, terminal)
  addRestore(program, terminal)
  addDoctor(program, terminal)
  addUpgrade(program, terminal)
  addListen(program, terminal)
  addVerifyIntegration(program, terminal)
  addExplain(program, terminal)
  addReconcile(program, terminal)
  addDataSubjectCommands(program, terminal)
  addSimulate(program, terminal)
  addRetentionCommands(program, terminal)
  addStats(program, terminal)
  return program
}

function addServe(program: Command, terminal: Terminal) {
  addCommand(program, 'serve', 'Run the service.')
    .addOption(acceptNewSecret())
    .action(async (options: NewSecretOptions) => {
      const { serve } = await import('./serve.ts')
      return serve(terminal, options)
    })
}

/** Returns the error code for `--json`. */
function getErrorFields(error: unknown): { code?: string | undefined } {
  return isStartError(error) ? { code: errorCode(error) } : {}
}

function printError(message: string, isJson: boolean, fault: { code?: string | undefined } = {}) {
  const text = isJson ? terminalJson({ error: { message, ...fault } }) : terminalText(message)
  process.stderr.write(`${text}\n`)
}

function printLine(text: string) {
  process.stdout.write(`${text}\n`)
}
