import type { Plan } from '#contract/my-plan.ts'
import { LastSession, NextSession } from '#web/parts/session-day.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#web/ui/table.tsx'
import { EditFamilyMember } from './edit-family-member.tsx'
import { PlanIdentity, ViewPlan } from './plan-parts.tsx'

/** The specified columns (part 1, section 2, "Shell"), and the way to each plan. */
export const PlanTable = ({ plans }: { plans: readonly Plan[] }) => (
  <Table label="My plan and my family's">
    <TableHead>
      <TableHeader>Name &amp; Relationship</TableHeader>
      <TableHeader>Last Session</TableHeader>
      <TableHeader>Next Session</TableHeader>
      <TableHeader className="w-0">
        <span className="sr-only">Plan</span>
      </TableHeader>
    </TableHead>
    <TableBody>
      {plans.map((plan) => (
        <TableRow key={plan.id}>
          <TableCell isHeading>
            <PlanIdentity plan={plan} />
          </TableCell>
          <TableCell>
            <LastSession {...plan} />
          </TableCell>
          <TableCell>
            <NextSession {...plan} />
          </TableCell>
          <TableCell>
            <div className="flex items-center justify-end gap-2">
              {plan.familyRelation !== null && <EditFamilyMember plan={plan} />}
              <ViewPlan plan={plan} />
            </div>
          </TableCell>
        </TableRow>
      ))}
    </TableBody>
  </Table>
)
