/**
 * Last step of planning: turns optimized and lowered Calcite plans into {@code sql.physical} plans.
 * The algorithms of operators are chosen here.
 *
 * <p>Start at {@link dev.colonnade.sql.plan.physical.PhysicalPlanner}. Depends on {@code
 * sql.physical}, {@code sql.expression}, {@code sql.plan.scan}, {@code sql.plan.join}, {@code
 * sql.plan.logical}, {@code sql.schema}, {@code sql.system}, {@code sql.window} and {@code
 * sql.type}.
 */
@NullMarked
package dev.colonnade.sql.plan.physical;

import org.jspecify.annotations.NullMarked;
