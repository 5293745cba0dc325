/**
 * Snapshots that requests for rows read, and the rows that they lock.
 *
 * <p>Start at {@link dev.colonnade.server.session.row.RowReads}. Depends on {@code
 * server.translate}, the engine and the protocol.
 */
@NullMarked
package dev.colonnade.server.session.row;

import org.jspecify.annotations.NullMarked;
