import { writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { type Command, InvalidArgumentError } from 'commander'
import { StartError } from '../core/errors/start-error.ts'
import { terminalJson } from '../core/text/terminal-text.rule.ts'
import { PERSON_PARTS, type RequestedDataSubject } from '../operations/data-subjects/data-subject.ts'
import type { CountedPerson } from '../operations/data-subjects/export-data-subject.flow.ts'
import {
  COUNT_PERSON,
  ERASE_DATA_SUBJECT,
  EXPORT_DATA_SUBJECT,
} from '../operations/data-subjects/person-work.flow.ts'
import { LIST_CLICK_ARCHIVES } from '../operations/retention/list-click-archives.flow.ts'
import { addCommand, type DoWork, type Terminal } from './terminal.ts'

/** What the commands about a person work with. */
export interface PersonTerminal extends Pick<Terminal, 'print'> {
  doWork: DoWork
  parseProgramId: (text: string) => number
}

interface Who {
  program: number
  customerKey?: string
  email?: string
}

/** `affiliate person export` and `affiliate person erase`: docs/privacy.md. */
export function addPersonCommands(program: Command, terminal: PersonTerminal): void {
  const person = program.command('person').description('Export or erase everything about one person.')
  addExport(person, terminal)
  addErase(person, terminal)
}

function addPersonCommand(
  parent: Command,
  name: string,
  description: string,
  terminal: PersonTerminal,
): Command {
  return addCommand(parent, name, description)
    .requiredOption('--program <id>', 'the program that knows the person', terminal.parseProgramId)
    .option('--customer-key <key>', 'your own id of the customer')
    .option('--email <address>', 'everybody who is known by this e-mail')
}

function addExport(person: Command, terminal: PersonTerminal) {
  addPersonCommand(person, 'export', 'Write everything about one person as JSON.', terminal)
    .option('--to <file>', 'into this new file, which only you may read; without it, to stdout')
    .action(async ({ to, ...who }: Who & { to?: string }) => {
      const input = { programId: who.program, asked: askedOf(who) }
      const person = await terminal.doWork(EXPORT_DATA_SUBJECT, input)
      const text = `${terminalJson(person, 2)}\n`
      if (to === undefined) return void process.stdout.write(text)
      await writeNew(to, text)
      const { customerKeys, counts } = person
      terminal.print({ to, customerKeys, counts }, `Wrote ${to}: ${foundWords(person)}.`)
    })
}

function addErase(person: Command, terminal: PersonTerminal) {
  addPersonCommand(
    person,
    'erase',
    'Erase one person, for good. What money is counted by stays, under a pseudonym.',
    terminal,
  )
    .option('--yes', 'without asking')
    .action(async ({ yes = false, ...who }: Who & { yes?: boolean }) => {
      const input = { programId: who.program, asked: askedOf(who) }
      const found = await terminal.doWork(COUNT_PERSON, input)
      const archives = await terminal.doWork(LIST_CLICK_ARCHIVES, { programId: who.program })
      process.stderr.write(`This erases, for good: ${foundWords(found)}.\n${KEPT}${archiveWords(archives)}\n`)
      if (!yes) await confirm()
      const { pseudonyms, ...erased } = await terminal.doWork(ERASE_DATA_SUBJECT, input)
      terminal.print(
        { pseudonyms, ...erased, archives },
        `Erased: ${foundWords(erased)}. What is left stands under ${pseudonyms.join(', ')}.`,
      )
    })
}

const KEPT =
  'Sales, refunds, commissions and fees stay as money, under a random pseudonym. Backups, logs and what webhooks told your own systems are not touched.'

const ARCHIVES_NAMED = 12

/** Archives of clicks are out of reach, and may hold visits of anybody. */
function archiveWords(archives: readonly string[]): string {
  if (archives.length === 0) return ''
  const rest = archives.length - ARCHIVES_NAMED
  const named = archives.slice(-ARCHIVES_NAMED).join(', ')
  return ` Nor are archives of old clicks, which may hold visits of this person: ${named}${rest > 0 ? `, and ${rest} older ones` : ''}.`
}

function askedOf({ customerKey, email }: Who): RequestedDataSubject {
  if (customerKey !== undefined && email === undefined) return { customerKey }
  if (email !== undefined && customerKey === undefined) return { email }
  throw new InvalidArgumentError('Give either --customer-key or --email.')
}

/** Only a person at a terminal can be asked. */
async function confirm() {
  if (!process.stdin.isTTY) throw new StartError('Nothing was erased: there is nobody to ask. Add --yes.')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await terminal.question('Type "erase" to go on: ')
    if (answer.trim() !== 'erase') throw new StartError('Nothing was erased.')
  } finally {
    terminal.close()
  }
}

async function writeNew(path: string, text: string) {
  try {
    await writeFile(path, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EEXIST') throw new StartError(`There is a file ${path} already: name another one.`)
    throw new StartError(`${path} cannot be written (${String(code)}): name another file.`)
  }
}

/** What there is of each part, and under which keys, in quotes that show the blanks around one. */
function foundWords({ customerKeys, counts }: CountedPerson): string {
  const told = PERSON_PARTS.filter((part) => counts[part] > 0)
  const words = (part: string) => part.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  const parts = told.map((part) => `${counts[part]} ${words(part)}`).join(', ')
  if (customerKeys.length === 0) return parts
  return `${parts}; customer ${customerKeys.length === 1 ? 'key' : 'keys'} ${customerKeys.map((key) => JSON.stringify(key)).join(', ')}`
}
