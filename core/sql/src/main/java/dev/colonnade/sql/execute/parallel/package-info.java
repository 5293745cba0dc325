/**
 * Execution of a part of a plan by several threads: a pipeline of operators between a table scan
 * and an operator that needs all rows. Workers read pages of the same scan and probe the same hash
 * tables.
 *
 * <p>Start at {@link dev.colonnade.sql.execute.parallel.ParallelPipeline}. Depends on {@code
 * sql.execute}, {@code sql.execute.join}, {@code sql.execute.scan} and {@code sql.vector}.
 */
@NullMarked
package dev.colonnade.sql.execute.parallel;

import org.jspecify.annotations.NullMarked;
