import { type Command, InvalidArgumentError } from 'commander'
import { StartError } from '../core/errors/start-error.ts'
import { terminalJson } from '../core/text/terminal-text.rule.ts'
import { DATA_SUBJECT_PARTS, type RequestedDataSubject } from '../operations/data-subjects/data-subject.ts'
import type { DataSubjectSummary } from '../operations/data-subjects/export-data-subject.flow.ts'
import { addCommand, parseProgramId, type Terminal } from './terminal.ts'
import { doWork } from './work.ts'

interface Selector {
  program: number
  customerKey?: string
  email?: string
}

/** Adds `affiliate data-subject export` and `affiliate data-subject erase` (docs/privacy.md). */
export function addDataSubjectCommands(program: Command, terminal: Terminal): void {
  const dataSubject = program
    .command('data-subject')
    .description('Export or erase the personal data of one customer.')
  addExport(dataSubject, terminal)
  addErase(dataSubject, terminal)
}

function addDataSubjectCommand(parent: Command, name: string, description: string): Command {
  return addCommand(parent, name, description)
    .requiredOption('--program <id>', 'Program that stores the data', parseProgramId)
    .option('--customer-key <key>', 'Customer key (your ID for the customer)')
    .option('--email <address>', 'Look up customers by email')
}

function addExport(parent: Command, { environment, print }: Terminal) {
  addDataSubjectCommand(parent, 'export', 'Export all of a customer’s personal data as JSON.')
    .option('--to <file>', 'New file, readable only by you; stdout by default')
    .action(async ({ to, ...selector }: Selector & { to?: string }) => {
      const input = { programId: selector.program, query: readQuery(selector) }
      const person = await doWork(environment, 'data_subject_export', input)
      const text = `${terminalJson(person, 2)}\n`
      if (to === undefined) return void process.stdout.write(text)
      await writeNew(to, text)
      const { customerKeys, counts } = person
      print({ to, customerKeys, counts }, `Wrote ${to}: ${summaryText(person)}.`)
    })
}

function addErase(parent: Command, { environment, print }: Terminal) {
  addDataSubjectCommand(parent, 'erase', 'Permanently erase a customer. Amounts are kept under a pseudonym.')
    .option('--yes', 'Skip the confirmation')
    .action(async ({ yes = false, ...selector }: Selector & { yes?: boolean }) => {
      const input = { programId: selector.program, query: readQuery(selector) }
      const counts = await doWork(environment, 'data_subject_count', input)
      const archives = await doWork(environment, 'list_click_archives', { programId: selector.program })
      process.stderr.write(
        `This permanently erases ${summaryText(counts)}.\n${RETAINED_NOTE}${archivesText(archives)}\n`,
      )
      if (!yes) await confirm()
      const { pseudonyms, ...erased } = await doWork(environment, 'data_subject_erase', input)
      print(
        { pseudonyms, ...erased, archives },
        `Erased ${summaryText(erased)}. The remaining rows use ${pseudonyms.join(', ')}.`,
      )
    })
}

const RETAINED_NOTE =
  'Sales, refunds, commissions and fees are kept under a random pseudonym. Backups, logs and data already sent by webhooks are not changed.'

const MAX_ARCHIVES_LISTED = 12

/** Returns a note about archived clicks, which can't be erased and may include visits by the customer. */
function archivesText(archives: readonly string[]): string {
  if (archives.length === 0) return ''
  const rest = archives.length - MAX_ARCHIVES_LISTED
  const archiveNames = archives.slice(-MAX_ARCHIVES_LISTED).join(', ')
  return ` Archives of old clicks are not changed and may include visits by this customer: ${archiveNames}${rest > 0 ? `, and ${rest} older ones` : ''}.`
}

function readQuery({ customerKey, email }: Selector): RequestedDataSubject {
  if (customerKey !== undefined && email === undefined) return { customerKey }
  if (email !== undefined && customerKey === undefined) return { email }
  throw new InvalidArgumentError('Use either --customer-key or --email.')
}

/**
 * Asks for confirmation.
 * @throws {StartError} without a terminal, or if it is not given
 */
async function confirm() {
  if (!process.stdin.isTTY)
    throw new StartError('Nothing was erased because the command needs confirmation. Add --yes.')
  const { createInterface } = await import('node:readline/promises')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const response = await terminal.question('Type "erase" to continue: ')
    if (response.trim() !== 'erase') throw new StartError('Nothing was erased.')
  } finally {
    terminal.close()
  }
}

async function writeNew(path: string, text: string) {
  try {
    const { writeFile } = await import('node:fs/promises')
    await writeFile(path, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EEXIST') throw new StartError(`${path} already exists. Choose another file.`)
    throw new StartError(`${path} cannot be written (${String(code)}). Choose another file.`)
  }
}

/** Returns the row counts per kind and the customer keys, quoted to show surrounding spaces. */
function summaryText({ customerKeys, counts }: DataSubjectSummary): string {
  const nonEmptyParts = DATA_SUBJECT_PARTS.filter((part) => counts[part] > 0)
  const label = (part: string) => part.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  const parts = nonEmptyParts.map((part) => `${counts[part]} ${label(part)}`).join(', ')
  if (customerKeys.length === 0) return parts
  return `${parts}; customer ${customerKeys.length === 1 ? 'key' : 'keys'} ${customerKeys.map((key) => JSON.stringify(key)).join(', ')}`
}
