/**
 * Conflicts between the batches of a group: what a batch does to each key, and a hash table of the
 * keys of a group.
 *
 * <p>Start at {@link dev.colonnade.mvcc.commit.conflict.ConflictTable}.
 */
@NullMarked
package dev.colonnade.mvcc.commit.conflict;

import org.jspecify.annotations.NullMarked;
