/**
 * Context of the optimizer: statistics, settings and limits that planning reads.
 *
 * <p>Start at {@link dev.colonnade.sql.optimize.context.PlanningContext}.
 */
@NullMarked
package dev.colonnade.sql.optimize.context;

import org.jspecify.annotations.NullMarked;
