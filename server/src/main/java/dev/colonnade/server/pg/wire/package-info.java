/**
 * Codec of the PostgreSQL protocol, version 3: messages and their bytes.
 *
 * <p>Start at {@link dev.colonnade.server.pg.wire.FrontendDecoder}, which decodes messages of
 * clients, and {@link dev.colonnade.server.pg.wire.BackendWriter}, which encodes messages of the
 * server. Independent of the execution of statements. Depends on Netty and {@code error}.
 */
@NullMarked
package dev.colonnade.server.pg.wire;

import org.jspecify.annotations.NullMarked;
