/**
 * {@code colonnade bench jdbc}: what applications see through JDBC, beside other databases through
 * their own drivers.
 *
 * <p>Start at {@link dev.colonnade.bench.jdbc.JdbcBench}. Each workload runs on every {@link
 * dev.colonnade.bench.jdbc.JdbcTarget} in turns.
 */
@NullMarked
package dev.colonnade.bench.jdbc;

import org.jspecify.annotations.NullMarked;
