/**
 * Coercion: whether and how a value of one type becomes one of another, implicitly, by assignment
 * or by CAST.
 *
 * <p>Start at {@link dev.colonnade.sql.registry.coerce.Coercions}. Depends on {@code sql.registry}
 * and its sub-packages {@code type} and {@code cast}.
 */
@NullMarked
package dev.colonnade.sql.registry.coerce;

import org.jspecify.annotations.NullMarked;
