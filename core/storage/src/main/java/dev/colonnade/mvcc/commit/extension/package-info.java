/**
 * Extension points of the commit pipeline: group participants, admission control, exclusive
 * commands, and proposers, with the proposer for a local store.
 *
 * <p>Start at {@link dev.colonnade.mvcc.commit.extension.GroupParticipant}. May depend on {@code
 * mvcc.mutation}, {@code store}, {@code key} and {@code error}.
 */
@NullMarked
package dev.colonnade.mvcc.commit.extension;

import org.jspecify.annotations.NullMarked;
