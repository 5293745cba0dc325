/**
 * Read indexes, by which a follower proves the age of what it reads. Start reading at {@link
 * dev.colonnade.replication.readindex.ReadIndexRequests}.
 */
@NullMarked
package dev.colonnade.replication.readindex;

import org.jspecify.annotations.NullMarked;
