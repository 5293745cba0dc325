/**
 * Planning of statements of data: analysis, optimization and choice of algorithms, one after the
 * other, in {@link dev.colonnade.sql.frontend.plan.StatementPlanner}.
 */
@NullMarked
package dev.colonnade.sql.frontend.plan;

import org.jspecify.annotations.NullMarked;
