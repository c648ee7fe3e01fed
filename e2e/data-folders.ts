/** Of the journeys' server. */
export const dataDir = process.env['E2E_DATA_DIR'] ?? './test-results/data'
/** As it was after the first start, for servers of a journey's own. */
export const preparedDir = `${dataDir}-prepared`
/** In which the demo data's days and weeks are counted, as in the journeys' browsers. */
export const timeZone = 'Europe/Copenhagen'
