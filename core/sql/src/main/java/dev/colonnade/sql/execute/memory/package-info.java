/**
 * Memory accounts of running queries: one pool for the server, one account for each query, and one
 * for each operator. An operator that is denied memory spills to files or reports an error.
 *
 * <p>Start reading at {@link dev.colonnade.sql.execute.memory.MemoryPool}. Depends on {@code error}
 * and {@code scan.request}.
 */
@NullMarked
package dev.colonnade.sql.execute.memory;

import org.jspecify.annotations.NullMarked;
