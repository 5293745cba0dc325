/**
 * Values as PostgreSQL's clients write and read them: as text and in binary. {@link
 * dev.colonnade.server.pg.type.WireType} has the numbers of the types. Depends on Netty, {@code
 * sql} (types and text forms) and {@code pg.wire} (numbers of the protocol).
 */
@NullMarked
package dev.colonnade.server.pg.type;

import org.jspecify.annotations.NullMarked;
