/**
 * Output of the commands: human-readable numbers, aligned tables, measurements with the machine and
 * the commit they belong to, and their JSON file format.
 *
 * <p>Start reading at {@link dev.colonnade.bench.report.BenchReport}. Depends on Jackson and on no
 * other package of the project.
 */
@NullMarked
package dev.colonnade.bench.report;

import org.jspecify.annotations.NullMarked;
