/**
 * Commit pipeline with group commit: a batch of mutations is evaluated on its caller's thread,
 * sequenced by a leader, proposed as one store batch, applied, and published.
 *
 * <p>Start at {@link dev.colonnade.mvcc.commit.CommitPipeline}. May depend on {@code mvcc} and its
 * dependencies, {@code mvcc.mutation}, {@code mvcc.commit.conflict}, {@code mvcc.commit.extension}
 * and {@code failpoint}.
 */
@NullMarked
package dev.colonnade.mvcc.commit;

import org.jspecify.annotations.NullMarked;
