/**
 * Functions of expressions: the binding of static Java methods to functions of plans, and the
 * interfaces of the services that a running statement provides to them.
 *
 * <p>Start at {@link dev.colonnade.sql.function.RuntimeFunction}. The functions themselves are in
 * the sub-packages, which depend on this package; their methods are independent of plans. Depends
 * on {@code sql.type}, {@code advisory} and {@code error}.
 */
@NullMarked
package dev.colonnade.sql.function;

import org.jspecify.annotations.NullMarked;
