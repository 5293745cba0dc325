/**
 * References to implementations: how expressions of a resolved call are built.
 *
 * <p>Start at {@link dev.colonnade.sql.registry.implementation.Implementation}. Depends on {@code
 * sql.function} with its libraries and {@code sql.registry.type}.
 */
@NullMarked
package dev.colonnade.sql.registry.implementation;

import org.jspecify.annotations.NullMarked;
