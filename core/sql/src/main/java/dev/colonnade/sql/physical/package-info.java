/**
 * Physical plans: a sealed family of immutable records that name the algorithm of every operator,
 * with the types of its columns and its estimates. {@code sql.explain} prints a plan as it is, and
 * {@code sql.run} builds the operators of {@code sql.execute} from it.
 *
 * <p>Start at {@link dev.colonnade.sql.physical.PhysicalPlan}. Depends on {@code sql.expression},
 * {@code sql.vector}, the catalog and the schema of tables.
 */
@NullMarked
package dev.colonnade.sql.physical;

import org.jspecify.annotations.NullMarked;
