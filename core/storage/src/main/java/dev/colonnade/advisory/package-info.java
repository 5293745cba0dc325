/**
 * Advisory locks, as in PostgreSQL: locks on application-defined numbers, held by a session or by
 * its transaction.
 *
 * <p>Start at {@link dev.colonnade.advisory.SessionAdvisoryLocks}. Depends on {@code clock}, {@code
 * error} and {@code mvcc.lock}.
 */
@NullMarked
package dev.colonnade.advisory;

import org.jspecify.annotations.NullMarked;
