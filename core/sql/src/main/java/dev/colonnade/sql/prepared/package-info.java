/**
 * Parsed and prepared statements of sessions, and the cache of texts and plans that all sessions
 * share.
 *
 * <p>Start at {@link dev.colonnade.sql.prepared.StatementCache}; a {@link
 * dev.colonnade.sql.prepared.SqlPrepared} is a statement with its plan.
 */
@NullMarked
package dev.colonnade.sql.prepared;

import org.jspecify.annotations.NullMarked;
