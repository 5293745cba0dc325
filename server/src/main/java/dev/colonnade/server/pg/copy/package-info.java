/**
 * Codecs of the COPY formats text, CSV and binary, which process the data in chunks.
 *
 * <p>Start at {@link dev.colonnade.server.pg.copy.CopyReader} and {@link
 * dev.colonnade.server.pg.copy.CopyWriter}. Independent of the execution of statements. Depends on
 * {@code sql.copy} (options), {@code sql.type}, {@code pg.type} (values), {@code error} and Netty.
 */
@NullMarked
package dev.colonnade.server.pg.copy;

import org.jspecify.annotations.NullMarked;
