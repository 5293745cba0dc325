/**
 * How versions are made and collected: the commit pipeline and the garbage collector.
 *
 * <p>Start at {@link dev.colonnade.mvcc.commit.CommitPipeline}: a batch of {@link
 * dev.colonnade.mvcc.commit.Mutations} is evaluated on its caller's thread, sequenced by a leader,
 * proposed as one store batch, applied, and published. {@link
 * dev.colonnade.mvcc.commit.GarbageCollector} removes what no reader can ask for any more. May
 * depend on {@code mvcc} and on what that may depend on, and on {@code failpoint}.
 */
@NullMarked
package dev.colonnade.mvcc.commit;

import org.jspecify.annotations.NullMarked;
