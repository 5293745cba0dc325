/**
 * Operators: one line for each overload, in the resource {@code operators.txt}.
 *
 * <p>Start at {@link dev.colonnade.sql.registry.operator.OperatorTable}. Depends on {@code
 * sql.registry.implementation} and {@code sql.registry.type}.
 */
@NullMarked
package dev.colonnade.sql.registry.operator;

import org.jspecify.annotations.NullMarked;
