/**
 * Column pages as messages of Arrow's IPC stream format, which any Arrow reader takes.
 *
 * <p>Start at {@link dev.colonnade.scan.ipc.StreamHead}, what a stream begins with, and {@link
 * dev.colonnade.scan.ipc.BatchEncoder}, which makes a message of a page without copying its
 * buffers. Depends on {@code error}, {@code memory}, {@code type}, {@code scan.column}, {@code
 * scan.page}, {@code scan.memory}, Arrow, and the libraries that compress.
 */
@NullMarked
package dev.colonnade.scan.ipc;

import org.jspecify.annotations.NullMarked;
