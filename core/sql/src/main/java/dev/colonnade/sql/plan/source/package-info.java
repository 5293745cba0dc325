/**
 * Functions that give rows, where FROM or a list of a SELECT has them: each becomes a query over
 * the rows of a list, which Calcite knows.
 *
 * <p>Start at {@link dev.colonnade.sql.plan.source.TableFunctionCalls}. Depends on {@code
 * sql.plan.tree}, {@code sql.function}, {@code sql.parse} and {@code sql.type}.
 */
@NullMarked
package dev.colonnade.sql.plan.source;

import org.jspecify.annotations.NullMarked;
