/**
 * The registry of types, casts, operators, functions, aggregates and window functions.
 *
 * <p>Start at {@link dev.colonnade.sql.registry.Registry}; {@code sql.registry.resolve} chooses
 * among overloads by PostgreSQL's rules. Depends on its sub-packages {@code type}, {@code cast},
 * {@code operator} and {@code function}.
 */
@NullMarked
package dev.colonnade.sql.registry;

import org.jspecify.annotations.NullMarked;
