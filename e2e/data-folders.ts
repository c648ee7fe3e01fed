/** Data folder of the shared server. */
export const dataDir = process.env['E2E_DATA_DIR'] ?? './test-results/data'
/** Its copy after the first start, for tests with a server of their own. */
export const preparedDir = `${dataDir}-prepared`
/** Time zone of the demo data and of the test browsers. */
export const timeZone = 'Europe/Copenhagen'
