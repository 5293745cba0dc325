/**
 * Writes of rows: batches outside of transactions and row changes of transactions, with their index
 * entries and constraint checks. Start at {@link dev.colonnade.engine.write.BatchWriter} and {@link
 * dev.colonnade.engine.write.TransactionRowWriter}. May depend on {@code engine.index}, {@code
 * engine.constraint}, {@code catalog}, {@code mvcc} and {@code sql.access}.
 */
@NullMarked
package dev.colonnade.engine.write;

import org.jspecify.annotations.NullMarked;
