/**
 * Validation of a query by PostgreSQL's rules: visible names, overload resolution, compatible
 * types, and error messages.
 *
 * <p>Start at {@link dev.colonnade.sql.plan.validate.PostgresValidator}. Depends on {@code
 * sql.plan.syntax}, {@code sql.plan.tree}, {@code sql.plan.lower} (for the existing casts), {@code
 * sql.schema}, {@code sql.system}, {@code sql.function}, {@code sql.parse}, {@code sql.type} and
 * {@code sql.error}.
 */
@NullMarked
package dev.colonnade.sql.plan.validate;

import org.jspecify.annotations.NullMarked;
