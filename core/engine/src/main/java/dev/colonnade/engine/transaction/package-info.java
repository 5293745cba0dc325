/**
 * SQL transactions, one class per role of {@link dev.colonnade.sql.access.StatementTransaction}.
 * Start at {@link dev.colonnade.engine.transaction.EngineTransaction}, which drives the commit;
 * {@link dev.colonnade.engine.transaction.TransactionScope} has the state that the roles share. May
 * depend on {@code engine.session} and on what that may depend on.
 */
@NullMarked
package dev.colonnade.engine.transaction;

import org.jspecify.annotations.NullMarked;
