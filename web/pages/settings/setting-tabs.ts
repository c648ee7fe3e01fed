/** The seven tabs of the system settings in their order (specification part 2, section 2.4). */
export const settingTabs = [
  { value: 'general', label: 'General Settings' },
  { value: 'metrics', label: 'Metric Definitions' },
  { value: 'session-types', label: 'Session Types' },
  { value: 'assignment-types', label: 'Assignment Types' },
  { value: 'prompts', label: 'AI Prompts' },
  { value: 'executions', label: 'AI Execution Logs' },
  { value: 'integrations', label: 'External Integrations' },
] as const
