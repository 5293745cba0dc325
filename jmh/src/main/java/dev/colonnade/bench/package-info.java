/**
 * The workloads of {@code colonnade bench}: one class each, which measures a server over the
 * network and says what it found.
 *
 * <p>Start reading at {@link dev.colonnade.bench.BenchCommand}. May depend on the client, on {@code
 * bench.local}, {@code bench.report} and {@code bench.tpch}, and for the command line on the
 * server's interface of commands.
 */
@NullMarked
package dev.colonnade.bench;

import org.jspecify.annotations.NullMarked;
