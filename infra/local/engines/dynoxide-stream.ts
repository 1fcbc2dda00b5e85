import { DatabaseSync } from 'node:sqlite'

/*
 * Keeps the stream in Dynoxide's file fast and small; its path is the argument. Dynoxide looks
 * for the last sequence number with each write, through all records, and never removes one. So
 * this adds an index, and removes what is older than the 24 hours that DynamoDB keeps it. The
 * last record stays: the next number follows from it.
 */
const keptSeconds = 24 * 60 * 60

/** Writes of the engine come between two of these. */
const removedAtOnce = 500

const database = new DatabaseSync(process.argv[2] ?? '')
database.exec('PRAGMA busy_timeout = 5000')
database.exec(
  'CREATE INDEX IF NOT EXISTS stream_by_sequence ON _stream_records ' +
    '(table_name, CAST(sequence_number AS INTEGER))',
)
const removeOld = database.prepare(
  'DELETE FROM _stream_records WHERE id IN (SELECT id FROM _stream_records ' +
    'WHERE created_at < ? AND id NOT IN ' +
    `(SELECT MAX(id) FROM _stream_records GROUP BY table_name) LIMIT ${removedAtOnce})`,
)
const oldest = Math.floor(Date.now() / 1_000) - keptSeconds
while (Number(removeOld.run(oldest).changes) === removedAtOnce);
database.close()
