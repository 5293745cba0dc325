/**
 * What a command shows and keeps: figures in words, aligned tables, results with the machine and
 * commit they belong to, and their JSON form.
 *
 * <p>Start reading at {@link dev.colonnade.bench.report.Report}. Depends on Jackson and on nothing
 * of ours.
 */
@NullMarked
package dev.colonnade.bench.report;

import org.jspecify.annotations.NullMarked;
