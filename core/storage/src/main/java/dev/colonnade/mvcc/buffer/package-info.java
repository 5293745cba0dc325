/**
 * What a transaction has written and not committed: single writes in the order of their keys, runs
 * of many inserted rows, and readers and cursors that show them over what is committed. One thread,
 * as its transaction.
 */
@NullMarked
package dev.colonnade.mvcc.buffer;

import org.jspecify.annotations.NullMarked;
