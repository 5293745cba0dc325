/**
 * Unnesting of correlated subqueries and LATERAL: dependent joins become joins of independent
 * inputs.
 *
 * <p>Start at {@link dev.colonnade.sql.optimize.unnest.SubqueryUnnesting}. {@link
 * dev.colonnade.sql.optimize.unnest.CorrelationPullUp} moves correlated predicates out of a
 * subquery; where that is not possible, {@link dev.colonnade.sql.optimize.unnest.DomainPushDown}
 * joins the subquery with the distinct values of the outer columns (Neumann and Kemper, BTW 2015).
 * A subquery that neither can unnest is executed for each row.
 */
@NullMarked
package dev.colonnade.sql.optimize.unnest;

import org.jspecify.annotations.NullMarked;
