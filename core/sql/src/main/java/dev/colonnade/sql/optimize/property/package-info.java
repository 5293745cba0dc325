/**
 * Properties of logical plans and expressions that rules test before they rewrite a plan.
 *
 * <p>Start at {@link dev.colonnade.sql.optimize.property.ExpressionProperties}. Depends on {@code
 * sql.logical} and {@code sql.expression}.
 */
@NullMarked
package dev.colonnade.sql.optimize.property;

import org.jspecify.annotations.NullMarked;
