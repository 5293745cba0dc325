/**
 * The door between SQL and what it runs on: a {@link dev.colonnade.sql.access.StatementTransaction}
 * gives a statement its timestamp, its catalogue and its rows, and takes its changes; a {@link
 * dev.colonnade.sql.access.SessionTransaction} is what several of them have in common. The engine
 * implements both. Depends on {@code catalog}, {@code scan}, {@code mvcc.txn} and {@code type}.
 */
@NullMarked
package dev.colonnade.sql.access;

import org.jspecify.annotations.NullMarked;
