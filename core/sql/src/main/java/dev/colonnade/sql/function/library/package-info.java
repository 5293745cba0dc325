/**
 * Function library: PostgreSQL's functions as static methods on values in their internal
 * representation. Each class declares the signatures of its functions; {@code sql.function.call}
 * registers them.
 *
 * <p>A signature is {@code name(type, type) result}, followed by {@code ?} if the result can be
 * NULL, {@code !} if the function is called also with NULLs, {@code ~} if two calls with the same
 * arguments can differ, and {@code = method} if the method has another name. Start at {@link
 * dev.colonnade.sql.function.library.OperatorFunctions}. Depends on its sub-packages, {@code
 * sql.function}, {@code sql.function.scalar}, {@code sql.function.value}, {@code sql.type}, {@code
 * advisory} and {@code type}.
 */
@NullMarked
package dev.colonnade.sql.function.library;

import org.jspecify.annotations.NullMarked;
