/**
 * Row-level security in queries and changes: the predicates of policies over rows of tables.
 *
 * <p>Start at {@link dev.colonnade.sql.analyze.policy.RowPolicies}. Depends on {@code
 * sql.analyze.expression}, {@code sql.analyze.scope} and {@code sql.analyze.bind}.
 */
@NullMarked
package dev.colonnade.sql.analyze.policy;

import org.jspecify.annotations.NullMarked;
