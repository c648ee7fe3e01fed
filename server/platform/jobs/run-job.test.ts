import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { beforeEach, expect, test, vi } from 'vitest'
import { newId } from '../ids.ts'
import { inTransaction } from '../db/transaction.ts'
import { testApp } from '../../test/test-app.ts'
import type { Db } from '../db/db.ts'
import { ClaimLost, type Job, type RunningJob } from './job.ts'
import { createQueue } from './queue.ts'
import { startRunner } from './start-jobs.ts'

declare module './job.ts' {
  interface JobPayloads {
    tested: { id: string }
  }
}
