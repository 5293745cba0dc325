/**
 * Command {@code colonnade demo}: demonstration on TPC-H that checks its results.
 *
 * <p>Start reading at {@link dev.colonnade.bench.demo.DemoCommand}. May depend on the client, on
 * {@code bench.harness}, {@code bench.local}, {@code bench.report}, {@code bench.tpch} and {@code
 * bench.tpch.load}, and for the command line on the server's interface of commands.
 */
@NullMarked
package dev.colonnade.bench.demo;

import org.jspecify.annotations.NullMarked;
