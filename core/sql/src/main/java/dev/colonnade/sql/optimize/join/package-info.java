/**
 * Join ordering: the graph of the joins of a plan, enumeration of its orders, and placement of the
 * predicates.
 *
 * <p>Start at {@link dev.colonnade.sql.optimize.join.JoinOrderer}. Depends on {@code sql.logical},
 * {@code sql.expression} and {@code sql.optimize.cost}.
 */
@NullMarked
package dev.colonnade.sql.optimize.join;

import org.jspecify.annotations.NullMarked;
