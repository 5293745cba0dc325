/**
 * Functions as statements name them: signatures, and which of a name's is meant by arguments of
 * some types, as PostgreSQL decides it.
 *
 * <p>Start at {@link dev.colonnade.sql.function.call.FunctionTable}. Depends on {@code
 * sql.function}, {@code sql.function.library} and {@code sql.type}.
 */
@NullMarked
package dev.colonnade.sql.function.call;

import org.jspecify.annotations.NullMarked;
