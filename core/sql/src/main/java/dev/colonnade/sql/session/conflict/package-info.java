/**
 * Restarts of statements after conflicts with concurrent transactions.
 *
 * <p>Start at {@link dev.colonnade.sql.session.conflict.ConflictRestarts}. Depends on {@code
 * sql.access}, {@code sql.activity}, {@code sql.notification}, {@code mvcc.lock} and {@code error}.
 */
@NullMarked
package dev.colonnade.sql.session.conflict;

import org.jspecify.annotations.NullMarked;
