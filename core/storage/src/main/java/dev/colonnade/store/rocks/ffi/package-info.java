/**
 * Foreign function bindings (FFM API) of RocksDB's C API for iterators, and the native memory that
 * the calls use; unpacking of the library; allocation of a file's blocks. The only package with
 * native calls.
 *
 * <p>Start at {@link dev.colonnade.store.rocks.ffi.IteratorFunctions}. Depends on no other package.
 */
@NullMarked
package dev.colonnade.store.rocks.ffi;

import org.jspecify.annotations.NullMarked;
