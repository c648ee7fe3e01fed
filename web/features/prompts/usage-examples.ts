import type { TemplateType } from '#contract/prompts/prompts.ts'

/** A sample user prompt of each type. */
export const usageExamples: Record<TemplateType, string> = {
  diarization: `Turn this transcript into a conversation between {{firstName}} and the coach.
Session: {{sessionType}}, {{sessionDate}}

{{audioTranscript}}`,
  metric_extraction: `Read the values of week {{weekNumber}} from what was said.
The week before: {{previousWeekMetrics}}

{{sessionTranscript}}`,
  burnout_assessment: `Assess the risk of burnout of {{firstName}} in week {{currentWeekNumber}}.
Scores so far: {{burnoutTrend}}

{{weeklyData}}`,
  session_preparation: `Prepare the next session with {{firstName}} {{lastName}}.
Overdue: {{overdueAssignments}}

{{preparationContext}}`,
}
