/**
 * Codecs of values in PostgreSQL's text and binary formats, and type OIDs.
 *
 * <p>Start at {@link dev.colonnade.server.pg.type.ValueFormat}, which encodes and decodes values,
 * and {@link dev.colonnade.server.pg.type.PgType}. Depends on {@code sql} (types, vectors and text
 * formats), {@code pg.wire} (constants), {@code type}, {@code error} and Netty.
 */
@NullMarked
package dev.colonnade.server.pg.type;

import org.jspecify.annotations.NullMarked;
