/**
 * What PostgreSQL's functions do, as static methods over values as statements hold them. Each class
 * lists beside its methods the signatures under which statements call them; {@code
 * sql.function.call} reads these.
 *
 * <p>A signature is {@code name(type, type) result}, behind which may stand {@code ?} if the result
 * can be NULL, {@code !} if the function is called also with NULLs, {@code ~} if two calls with the
 * same arguments can differ, and {@code = method} where the method has another name. Depends on
 * {@code sql.function}, {@code sql.type} and {@code type}.
 */
@NullMarked
package dev.colonnade.sql.function.library;

import org.jspecify.annotations.NullMarked;
