import { useQuery } from '@tanstack/react-query'
import { t } from '../../messages/portal-text.ts'
import { Card, CardBody } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Money, QueryView, StatusBadge } from '../display.tsx'
import { Link } from '../link.tsx'
import { programsQuery } from '../queries.ts'

/** The partner's programs. */
export default function ProgramsPage() {
  const programs = useQuery(programsQuery)
  return (
    <>
      <PageHeader title={t('programs.yourPrograms')} />
      <QueryView query={programs}>
        {(all) => (
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {all.map((program) => (
              <li key={program.id}>
                <Card className="h-full">
                  <CardBody>
                    <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
                      <h2 className="min-w-0 flex-[1_1_8rem] break-words font-semibold">
                        <Link
                          to={`/programs/${program.id}/overview`}
                          className="text-accent-text underline-offset-4 hover:underline"
                        >
                          {program.name}
                        </Link>
                      </h2>
                      <StatusBadge program={program} />
                    </div>
                    <dl className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-3">
                      {(['onHoldCents', 'owedCents'] as const).map((field) => (
                        <div key={field}>
                          <dt className="text-ink-3">
                            {field === 'onHoldCents' ? t('programs.onHold') : t('programs.owedYou')}
                          </dt>
                          <dd className="font-medium">
                            <Money
                              sums={Object.fromEntries(
                                program.balances.map((one) => [one.currency, one[field]]),
                              )}
                            />
                          </dd>
                        </div>
                      ))}
                    </dl>
                  </CardBody>
                </Card>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </>
  )
}
