/**
 * Traces of commits. Start at {@link dev.colonnade.mvcc.commit.trace.CommitTrace}. May depend on
 * {@code trace}.
 */
@NullMarked
package dev.colonnade.mvcc.commit.trace;

import org.jspecify.annotations.NullMarked;
