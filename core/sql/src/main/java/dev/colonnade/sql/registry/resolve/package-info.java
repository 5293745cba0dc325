/**
 * Resolution of functions, operators and common types by PostgreSQL's rules (its manual, chapter
 * "Type Conversion").
 *
 * <p>Start at {@link dev.colonnade.sql.registry.resolve.FunctionResolver}, {@link
 * dev.colonnade.sql.registry.resolve.OperatorResolver} and {@link
 * dev.colonnade.sql.registry.resolve.CommonTypes}. Depends on {@code sql.registry} with its other
 * sub-packages.
 */
@NullMarked
package dev.colonnade.sql.registry.resolve;

import org.jspecify.annotations.NullMarked;
