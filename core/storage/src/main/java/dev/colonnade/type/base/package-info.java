/**
 * Base types, as PostgreSQL calls types that consist of an input, an output, a receive and a send
 * function: money, addresses of networks, geometric types.
 *
 * <p>Start at {@link dev.colonnade.type.base.BaseType}: a type is one constant there and one class
 * of values. Columns store the binary form of a value, which is also that of PostgreSQL's protocol.
 * Depends on {@code error} and {@code type.value}.
 */
@NullMarked
package dev.colonnade.type.base;

import org.jspecify.annotations.NullMarked;
