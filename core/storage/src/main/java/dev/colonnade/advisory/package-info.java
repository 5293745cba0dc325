/**
 * Locks on numbers that applications agree on, held by sessions or by their transactions;
 * PostgreSQL calls them advisory.
 *
 * <p>Start at {@link dev.colonnade.advisory.AdvisoryHolder}. Depends on {@code error} and {@code
 * mvcc.txn}.
 */
@NullMarked
package dev.colonnade.advisory;

import org.jspecify.annotations.NullMarked;
