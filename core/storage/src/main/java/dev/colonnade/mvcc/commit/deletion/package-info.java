/**
 * Keys that a large commit deletes as spans: found among its mutations, or read from the store.
 * Start reading at {@link dev.colonnade.mvcc.commit.deletion.SpanDeletion}.
 */
@NullMarked
package dev.colonnade.mvcc.commit.deletion;

import org.jspecify.annotations.NullMarked;
