/**
 * Readers and cursors that overlay a transaction's uncommitted writes on the committed state. Used
 * by the threads of one statement.
 *
 * <p>Start at {@link dev.colonnade.mvcc.buffer.overlay.OverlayReader}. May depend on {@code
 * mvcc.buffer}, {@code mvcc}, {@code store},
 */
@NullMarked
package dev.colonnade.mvcc.buffer.overlay;

import org.jspecify.annotations.NullMarked;
