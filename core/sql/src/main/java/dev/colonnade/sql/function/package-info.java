/**
 * What expressions do when they run: PostgreSQL's arithmetic, casts, texts and times as plain
 * static methods on held values (see {@link dev.colonnade.sql.type.TypeKind}), and the operators
 * that stand for them in plans.
 *
 * <p>The methods know nothing of plans: generated code calls them, constants are worked out with
 * them, and so will operators on vectors. {@link dev.colonnade.sql.function.RuntimeFunction} ties a
 * method to an operator. Depends on {@code sql.type} and {@code error}.
 */
@NullMarked
package dev.colonnade.sql.function;

import org.jspecify.annotations.NullMarked;
