/**
 * Functions, aggregates and window functions: one line for each overload, in the resources {@code
 * functions.txt}, {@code aggregates.txt}, {@code internal.txt} (functions that have no name in SQL)
 * and {@code functions-absent.txt} (those of PostgreSQL without an implementation, which take part
 * in resolution and are refused when they are chosen). A new function is one line.
 *
 * <p>Start at {@link dev.colonnade.sql.registry.function.FunctionTable}. Depends on {@code
 * sql.registry.implementation} and {@code sql.registry.type}.
 */
@NullMarked
package dev.colonnade.sql.registry.function;

import org.jspecify.annotations.NullMarked;
