/**
 * Range reads: a request in, pages of whole rows out, as Arrow columns or raw KVs.
 *
 * <p>Start at {@link dev.colonnade.scan.Scanner}. In the order in which a request travels: {@code
 * scan.request} says what is wanted; a {@link dev.colonnade.scan.CompiledScan} is made of it;
 * {@code scan.row} shows rows where they lie; {@code scan.filter} refuses some; {@code scan.column}
 * turns the others into Arrow buffers, whose memory {@code scan.memory} accounts; {@code scan.page}
 * is what comes out, and {@code scan.ipc} makes messages of it. Depends on {@code range}, {@code
 * mvcc}, {@code type}, {@code key} and {@code clock}.
 */
@NullMarked
package dev.colonnade.scan;

import org.jspecify.annotations.NullMarked;
