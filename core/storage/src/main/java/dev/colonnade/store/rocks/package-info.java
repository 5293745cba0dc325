/**
 * Implementation of the store on RocksDB. This package and its sub-packages are the only importers
 * of {@code org.rocksdb}.
 *
 * <p>Start at {@link dev.colonnade.store.rocks.RocksStore}. Point reads go through RocksJava;
 * cursors call the C functions of the library that RocksJava loaded ({@code NativeCursor}), because
 * the overhead of JNI is as large as the cost of a step itself. {@code RocksJavaCursor} has the
 * same behavior through RocksJava alone: it is the fallback if the C functions are not available,
 * and tests compare the two.
 *
 * <p>May depend on its sub-packages, {@code store}, {@code key}, {@code memory} and {@code error}.
 */
@NullMarked
package dev.colonnade.store.rocks;

import org.jspecify.annotations.NullMarked;
