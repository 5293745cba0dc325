/**
 * The messages of the PostgreSQL protocol, version 3, and their bytes. {@link
 * dev.colonnade.server.pg.wire.FrontendDecoder} reads what clients send, {@link
 * dev.colonnade.server.pg.wire.BackendWriter} writes what they are answered. Knows nothing of
 * statements. Depends on Netty and {@code error}.
 */
@NullMarked
package dev.colonnade.server.pg.wire;

import org.jspecify.annotations.NullMarked;
