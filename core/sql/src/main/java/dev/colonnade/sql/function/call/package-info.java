/**
 * Function resolution: the signatures of all functions, and overload resolution by argument types
 * with PostgreSQL's rules.
 *
 * <p>Start at {@link dev.colonnade.sql.function.call.FunctionRegistry}. Depends on {@code
 * sql.function}, {@code sql.function.library} with its sub-packages, and {@code sql.type}.
 */
@NullMarked
package dev.colonnade.sql.function.call;

import org.jspecify.annotations.NullMarked;
