/**
 * Read index: the index of the log up to which a follower must have applied entries to have
 * everything that was committed before it requested the index from the leader.
 */
@NullMarked
package dev.colonnade.replication.readindex;

import org.jspecify.annotations.NullMarked;
