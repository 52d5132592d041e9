import { writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import { erasePerson } from './person/erase-person.flow.ts'
import { countPerson, exportPerson } from './person/export-person.flow.ts'
import { type AskedPerson, PERSON_PARTS, type PersonCounts } from './person/person.ts'
import { actAsCommand } from './platform/acting.ts'
import type { Deps } from './platform/deps.ts'
import { StartError } from './platform/start-error.ts'
import { findProgram } from './programs/programs.sql.ts'
import { addCommand, type Terminal } from './terminal.ts'

/** What the commands about a person work with. */
export interface PersonTerminal extends Pick<Terminal, 'print'> {
  withDeps: (act: (deps: Deps) => Promise<void>) => Promise<void>
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
    .action(({ to, ...who }: Who & { to?: string }) =>
      terminal.withDeps(async (deps) => {
        const asked = askedOf(who)
        await refuseMissing(deps, who.program)
        const found = await exportPerson(deps, who.program, asked, { most: Number.MAX_SAFE_INTEGER })
        if (found.kind !== 'exported') throw nobody(who.program)
        const text = `${JSON.stringify(found.person, null, 2)}\n`
        if (to === undefined) return void process.stdout.write(text)
        await writeNew(to, text)
        const { counts } = found.person
        terminal.print({ to, counts }, `Wrote ${to}: ${countWords(counts)}.`)
      }),
    )
}

function addErase(person: Command, terminal: PersonTerminal) {
  addPersonCommand(
    person,
    'erase',
    'Erase one person, for good. What money is counted by stays, under a pseudonym.',
    terminal,
  )
    .option('--yes', 'without asking')
    .action(({ yes = false, ...who }: Who & { yes?: boolean }) =>
      terminal.withDeps(async (deps) => {
        const asked = askedOf(who)
        await refuseMissing(deps, who.program)
        const counts = await countPerson(deps, who.program, asked)
        if (counts === undefined) throw nobody(who.program)
        process.stderr.write(`This erases, for good: ${countWords(counts)}.\n${KEPT}\n`)
        if (!yes) await confirm()
        const erasure = await actAsCommand('command.person_erase', deps.clock.now, () =>
          erasePerson(deps, who.program, asked),
        )
        if (erasure.kind === 'nobody') throw nobody(who.program)
        const { pseudonyms } = erasure
        terminal.print(
          { pseudonyms, counts: erasure.counts },
          `Erased: ${countWords(erasure.counts)}. What is left stands under ${pseudonyms.join(', ')}.`,
        )
      }),
    )
}

const KEPT =
  'Sales, refunds, commissions and fees stay as money, under a random pseudonym. Backups, logs and what webhooks told your own systems are not touched.'

function askedOf({ customerKey, email }: Who): AskedPerson {
  if (customerKey !== undefined && email === undefined) return { customerKey }
  if (email !== undefined && customerKey === undefined) return { email }
  throw new StartError('Say who: either --customer-key or --email, one of the two.')
}

async function refuseMissing({ database }: Deps, programId: number) {
  if ((await findProgram(database.kysely, programId)) === undefined) {
    throw new StartError(`There is no program ${programId}.`)
  }
}

function nobody(programId: number): StartError {
  return new StartError(`The program ${programId} knows nobody of this name: nothing was done.`)
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

/** What there is of each part, in a person's words. */
function countWords(counts: PersonCounts): string {
  const told = PERSON_PARTS.filter((part) => counts[part] > 0)
  const words = (part: string) => part.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return told.map((part) => `${counts[part]} ${words(part)}`).join(', ')
}
