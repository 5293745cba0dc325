/**
 * From validated expressions to those of a plan, where Calcite's own would mean something else:
 * casts of arrays, literals with all their digits, and the order of enums.
 *
 * <p>Start at {@link dev.colonnade.sql.plan.convert.PostgresRexBuilder}. Depends on {@code
 * sql.schema}, {@code sql.function} and {@code sql.type}.
 */
@NullMarked
package dev.colonnade.sql.plan.convert;

import org.jspecify.annotations.NullMarked;
