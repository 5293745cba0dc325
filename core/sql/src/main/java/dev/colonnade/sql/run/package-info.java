/**
 * Execution of physical plans: builds the operators of a plan with the resources of the statement,
 * runs the subqueries of its expressions, and evaluates expressions over single rows of tables.
 *
 * <p>Start at {@link dev.colonnade.sql.run.RunnableQuery}. Depends on {@code sql.physical}, {@code
 * sql.execute} with its sub-packages, {@code sql.expression}, {@code sql.plan}, {@code sql.access},
 * {@code sql.function}, {@code sql.system} and {@code sql.vector}.
 */
@NullMarked
package dev.colonnade.sql.run;

import org.jspecify.annotations.NullMarked;
