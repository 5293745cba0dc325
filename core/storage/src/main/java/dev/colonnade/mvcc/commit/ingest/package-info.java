/**
 * Ingestion of new rows by a large commit: rows in gaps between stored keys are written to table
 * files instead of store batches.
 *
 * <p>Start at {@link dev.colonnade.mvcc.commit.ingest.NewRowsFile}.
 */
@NullMarked
package dev.colonnade.mvcc.commit.ingest;

import org.jspecify.annotations.NullMarked;
