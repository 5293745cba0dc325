/**
 * Encoding of pages for the wire: column pages as record batch messages of Arrow's IPC stream
 * format, which any Arrow reader can read, and raw key-value pages as payloads.
 *
 * <p>Start at {@link dev.colonnade.scan.ipc.StreamHeader}, the schema and dictionaries at the start
 * of a stream, and {@link dev.colonnade.scan.ipc.BatchEncoder}, which encodes a page without
 * copying its buffers. Depends on {@code memory}, {@code type}, {@code scan.column}, {@code
 * scan.page}, {@code scan.memory}, Arrow, and the compression libraries.
 */
@NullMarked
package dev.colonnade.scan.ipc;

import org.jspecify.annotations.NullMarked;
