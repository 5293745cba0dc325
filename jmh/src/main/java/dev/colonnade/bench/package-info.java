/**
 * Command {@code colonnade bench} and the list of its workloads.
 *
 * <p>Start reading at {@link dev.colonnade.bench.BenchCommand}. May depend on the packages of the
 * workloads and on the server's interface of commands; no other package depends on this one.
 */
@NullMarked
package dev.colonnade.bench;

import org.jspecify.annotations.NullMarked;
