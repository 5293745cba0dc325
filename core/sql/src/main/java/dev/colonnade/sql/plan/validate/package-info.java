/**
 * Validates a query by PostgreSQL's rules: which names can be seen, which function a call means,
 * which types go together, and what is said if something is wrong.
 *
 * <p>Start at {@link dev.colonnade.sql.plan.validate.PostgresValidator}. Depends on {@code
 * sql.plan.syntax}, {@code sql.plan.tree}, {@code sql.plan.lower} (which casts there are), {@code
 * sql.schema}, {@code sql.system}, {@code sql.function}, {@code sql.parse}, {@code sql.type} and
 * {@code sql.error}.
 */
@NullMarked
package dev.colonnade.sql.plan.validate;

import org.jspecify.annotations.NullMarked;
