/**
 * The store on RocksDB: the only importer of {@code org.rocksdb} and of native calls into it.
 *
 * <p>Start at {@link dev.colonnade.store.rocks.RocksStore}. Reads that return bytes go through
 * RocksJava; cursors go straight into the C functions of the library that RocksJava loaded ({@code
 * NativeCursor}), because the way through JNI costs as much as the step itself. {@code PlainCursor}
 * does the same by way of RocksJava alone: it serves where the native one cannot load, and tests
 * hold the two against each other.
 *
 * <p>May depend on {@code store}, {@code key}, {@code memory} and {@code error}.
 */
@NullMarked
package dev.colonnade.store.rocks;

import org.jspecify.annotations.NullMarked;
