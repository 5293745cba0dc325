/**
 * Life cycle of a database: its threads and clocks, its states, and the {@linkplain
 * dev.colonnade.storage.lifecycle.OperationGate count of running operations} that closing waits
 * for. May depend on {@code clock}, {@code mvcc.commit} and {@code error}.
 */
@NullMarked
package dev.colonnade.storage.lifecycle;

import org.jspecify.annotations.NullMarked;
